"""How many lines has the StableHLO of a program?"""
