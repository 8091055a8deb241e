"""Pages, sockets and the people behind them; the table is handed in."""
