// Made by tools/build_prints.py from words/poses.py and tools/feet.py.
unit = 1.3;
thick = 5;
long = [48, 24, 48, 24];
deep = [0, 0, 16, 12];
foot = [24, 8, 13, 14];
parts = 24;
ours_mm = 15;
wall = 0.8;
play = 0.25;
