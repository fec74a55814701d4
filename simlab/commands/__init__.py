"""Bodies of the commands of the command line, one module for each topic; `cli.py` names them and their options."""
