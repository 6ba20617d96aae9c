"""The workspace: store, settings and pipeline under one object, which commands, the web app and scripts use."""

from meadow.workspace.workspace import Workspace

__all__ = ["Workspace"]
