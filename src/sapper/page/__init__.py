"""The files of the page: ES modules, styles and pictures, without a build step.

    static/      the page
    page.d.ts    types for checking its JavaScript
    files.py     the list of its files, and which of them each view needs

The server serves these files.
"""
