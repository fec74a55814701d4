"""Oh Hell: say how many tricks you will take, take exactly that many; for three to six players."""
