"""What chance teaches: arms to choose among by what pulls tell, and darts that measure a number."""
