"""The measured figures of README, manual and lessons, and the sentences that build on them."""
