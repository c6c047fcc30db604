"""What expressions may ask of a capture, one form of evidence a file.

Start at ``facts.py``; ``table.py`` lists all of them.
"""
