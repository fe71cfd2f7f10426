"""The engine: what becomes of orders, over any board and under any rule set's policies."""
