"""The way in and out: arguments, checks, signals, the self-test, the app's parts."""
