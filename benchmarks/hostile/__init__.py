"""What is tried against lawbase to see it stand: each room tries one kind of thing."""
