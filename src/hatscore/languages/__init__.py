"""What is known of languages: script, family, resource level, speakers, each with its source."""
