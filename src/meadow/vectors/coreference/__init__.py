"""Coreference within a document: surnames, full names and definite nouns, and the sentences that introduce them."""
