"""Key concepts of a document set, and reports that answer a question from what documents say."""
