"""Pictures in, probabilities out. No rules, no speech."""
