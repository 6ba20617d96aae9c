"""What each family prints: a function from inputs that have been read to a `Sheet` of tables, notes and signatures."""
