"""The whole appliance in a virtual machine, see `python -m tests.vm --help`."""
