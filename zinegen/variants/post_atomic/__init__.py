"""Post-Atomic Diplomacy, by Fred Hemmings: secret centres, mountain ranges, and mutants."""
