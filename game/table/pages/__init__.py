"""Pages that open over any screen: a question, a form, the rules, the keys, the settings."""
