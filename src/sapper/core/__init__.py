"""The nouns and the referee: boards, views, games, records."""
