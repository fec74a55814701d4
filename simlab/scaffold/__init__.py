"""What `simlab new` writes: whole packages, policies and scenarios that work as written."""
