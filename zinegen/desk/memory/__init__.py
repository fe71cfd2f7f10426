"""What the desk remembers while it runs: games as they were read, previews, what is unlocked."""
