"""
Programs for the board's computer.

Setup, flashing the Pico, updates, Wi-Fi and the kiosk browser.
"""
