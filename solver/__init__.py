"""Rules, plans and beliefs. No pictures."""
