"""What people hand in to be measured: texts, extracts, clusterings, reports, answers and links, as values."""
