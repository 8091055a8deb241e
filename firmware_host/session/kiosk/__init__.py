"""
The kiosk: a board in a corner that runs by itself, and keeps nothing of anybody.

At its start the first minute waits to be played. Whoever touches the board begins a
visit (`state.Visit`): that first minute, then one game. `visits` says when it asks, and
when it goes back; `turns` what comes next; `face` what it looks like.
"""
