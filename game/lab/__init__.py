"""Many matches at once: results, ratings and balance reports."""
