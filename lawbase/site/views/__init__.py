"""View models: what each kind of page shows, as frozen records."""
