"""What the front of a zine that is cut into volumes holds of the games in them."""
