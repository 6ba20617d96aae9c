"""The web app: stories, their sources and what people say about them, in a browser. `create_app` makes it."""
