"""The store in a Postgres: the same tables under a schema, reached through psycopg (extra `postgres`)."""
