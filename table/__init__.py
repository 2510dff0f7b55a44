"""The table: wires eye, buttons, screen and rules together. The loop, its scenes, the journal and the command line live here."""
