"""Players that are programs: they know what their power may, and choose by a seed."""
