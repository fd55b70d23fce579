"""The files of the page: ES modules, styles and pictures, without a build step.

    static/         the page
    page.d.ts       types for checking its JavaScript
    files.py        the list of its files, and which of them each view needs
    single_file.py  a part of the page as one HTML file, with data to show
    review_file/    such a file for a review

The server serves the files in static/.
"""
