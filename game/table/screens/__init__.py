"""The screens of the table: from the menu to the end of a match."""
