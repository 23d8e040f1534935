"""Players that are programs: they see what a seat may see, and nothing else."""
