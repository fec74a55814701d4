"""Does a game keep the contract? Random games over random rules, watched in processes of their own."""
