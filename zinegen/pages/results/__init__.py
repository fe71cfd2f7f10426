"""What came of games, as pure functions of their records: results, scores, ratings, openings, balance."""
