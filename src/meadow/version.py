"""The version of the package, and the mark of its release."""

__version__ = "0.2.0"

# The digest of the package's files when this version was released, written by `make release`. With any other files, and
# before the release, results name a digest of the code behind the version.
RELEASED = ""
