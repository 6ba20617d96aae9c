"""The only home of numba: each kernel stands beside its plain twin, is tested equal to it, and loads on first use."""
