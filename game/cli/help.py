"""What one can type at a table in words: while a match is played, and when it is over."""

from __future__ import annotations

GREETING = "`look` tells the whole table, `?` all that you can type."

OTHERS = "With `--resume FILE`, `--seat` names who else is to play."
"""What is said of a save some of whose players cannot play here."""

HELP = """\
A number       takes that offer
any words      take the one offer that holds them all, or list those that do
N via C3 D4    takes offer N along a way of your own through those squares
odds N         says what offer N would do, before you take it
Enter          lists the offers again; `all` gives each a line of its own
hint           says what looks best here, and what it leads to; for one who plays alone against the computer
guide          says what people usually do under each question, or no longer
why that [N]   says why the computer did what it did last, or what it did N deeds back
why [words]    says what you may not do now, and why
look           tells the whole table and what its numbers mean
hand           tells what you hold
map            tells the board: ground, squares, what stands there and what lies open
around G4 [3]  tells what is on a square and up to so many spaces away
who            tells who sits here, who of them is the computer, whose turn it is, what is counted, and what the others show
read NAME      reads a card
log [N]        tells the last N steps
rules ID       reads a rule, such as those that refusals name
undo [NAME]    takes your last decision back; after that of another person at this table it is NAME who must say so
concede        gives the match up, after a question
save           says where this match is kept
quit           leaves; the match is kept"""

BY_ITSELF = frozenset({"?", "help", "all", "look", "hand", "map", "who", "hint", "guide", "concede", "save", "quit", "exit"})
"""What is typed without anything behind it."""

STILL = ("why", "log", "look", "hand", "map", "around", "who", "read", "rules", "save")
"""What is answered when the match is over as well."""

NO_LONGER = ("hint", "guide", "odds", "undo", "concede", "solution", "all")
"""What means nothing when the match is over."""

HELP_OVER = """\
why [N]        says why the computer did what it did last, or N deeds back, and what it weighed
log [N]        tells the last N steps
look           tells the whole table and what its numbers mean; so do `hand`, `map`, `around G4` and `who` a part of it
read NAME      reads a card
rules ID       reads a rule
save           says where this match is kept
quit           leaves, as Enter and a number do"""

PARTING = "`why`, `log` and `look` still answer, `?` tells what else does; Enter leaves."
