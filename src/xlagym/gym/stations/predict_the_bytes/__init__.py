"""GYM·18, predict the bytes: what a program computes and moves."""
