"""Facts that sentences state in numbers, and which of them are one fact with different values."""
