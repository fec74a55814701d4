"""A toy of climbing: beat the last combination or pass; who is first rid of all cards wins."""
