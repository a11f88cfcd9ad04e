"""The lab: many games between machines, run, kept, and shown in charts."""
