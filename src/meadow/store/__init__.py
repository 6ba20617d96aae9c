"""The store: what a workspace keeps on disk, behind one contract."""
