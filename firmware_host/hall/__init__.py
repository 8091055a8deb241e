"""What boards tell a broker, and what a hall makes of it: pure, like the rules."""
