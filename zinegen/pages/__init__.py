"""The zine's pages: what happened, as text, tables and feeds; knows nothing of MkDocs."""
