"""The Deluge games, by Tim Sharrock and Stephen Agar: the map sinks, and armies go aboard fleets."""
