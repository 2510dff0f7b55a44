"""Runs inside the virtual machine."""
