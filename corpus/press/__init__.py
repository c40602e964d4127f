"""Turns the texts under content/ into the papers under papers/, byte for byte the same each time."""
