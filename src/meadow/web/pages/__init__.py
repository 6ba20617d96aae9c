"""The pages, one module each: `router` holds its addresses, the functions read or change the workspace by one verb."""
