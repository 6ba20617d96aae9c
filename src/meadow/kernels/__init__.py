"""The only home of numba: each kernel stands beside its plain twin, gives the same bits, and loads when it pays."""
