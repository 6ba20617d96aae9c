"""The tables of a store, and all that is asked of them: SQL that SQLite and Postgres share."""
