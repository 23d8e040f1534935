"""The contract every game fulfils: values, chance, refusals, scenes; no game and no files."""
