"""What the given files say, module by module and profile by profile.

Start at ``modules.py`` and ``profiles.py``.
"""
