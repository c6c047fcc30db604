"""Taking the machine out of evidence: paths, hosts and users go.

``scrub.py`` is for texts, ``scrub_profile.py`` for profiles.
"""
