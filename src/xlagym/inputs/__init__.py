"""Files that people write, and what is wrong with them: file, line, message, advice.

Start at ``problems.py``; ``located_yaml.py`` reads YAML that remembers its lines.
"""
