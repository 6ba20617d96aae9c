"""The commands of `meadow judge`: studies in which people judge, made, listed, invited to and read out."""
