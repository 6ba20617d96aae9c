"""Numbers from words: the interned vocabulary, the view of a story, and similarity of its sentences."""
