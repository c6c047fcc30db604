"""All numbers of the site, and their accepted values.

Start at ``ledger.py``; ``lock.py`` holds them against ``content/numbers.lock``.
"""
