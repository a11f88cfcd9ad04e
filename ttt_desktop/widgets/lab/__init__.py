"""The lab: tournaments set up, watched and exported in a window of their own."""
