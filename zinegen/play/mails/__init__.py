"""Orders by mail or chat: the text of a message read line by line, and the order file that it makes."""
