"""How the verdict on squares was trained: see `fit`."""
