"""The commands of the command line, one file each, options and body together; `options.py` has the options that several share.

Heavy modules are imported inside functions, here more than elsewhere: `simlab --help` reads every file of this folder.
"""
