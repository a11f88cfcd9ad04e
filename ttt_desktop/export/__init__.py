"""Games and charts as pictures and tables in files. No widgets in here."""
