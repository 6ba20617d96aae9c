"""Text: cleaning, language, sentences, tokens, stems, stop words and background frequencies."""
