"""The table's states, one file each: idle, set-up, play (with its questions, corrections, menu) and the ranking."""
