"""`simlab lab`: the workbench in the browser. Knobs that answer while they are turned, runs as cards, a table, hands.

A page is served to this machine alone; what it asks goes through the same rooms as the command line. No code comes from the browser.
"""
