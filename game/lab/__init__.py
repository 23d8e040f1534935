"""Many matches at once: results, ratings, studies and reports."""
