"""One match on screen: what happens, what a hand does, who is asked."""
