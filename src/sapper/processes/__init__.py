"""Processes with limits: everything that Sapper starts in a process of its own.

programs.py   other people's programs: start, ask for a line or for everything, end with all
              descendants, measure
functions.py  our own functions: start, follow the parent, end
limits.py     the limits that a process sets for itself
"""
