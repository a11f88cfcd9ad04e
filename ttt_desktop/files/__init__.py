"""Course files as the machine: loading, checking, and what they print."""
