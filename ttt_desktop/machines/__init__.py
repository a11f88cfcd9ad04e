"""Machines from files: what plays, and what checks say of it."""
