"""A toy with sixty-four actions: name a number, the higher secret plus number wins."""
