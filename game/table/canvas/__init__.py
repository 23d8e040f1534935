"""What is drawn and how: draw lists, painter, fonts, shapes, colours, the view."""
