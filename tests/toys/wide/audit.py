"""The toy's books."""


def audit(state, rules):
    return "" if sorted(int(s) for s in state.secret) == list(range(8)) else f"secrets are {state.secret}"


def swap_hidden(state, rules, seat, random):
    places = [i for i in range(8) if i != seat]
    secrets = [int(state.secret[i]) for i in places]
    random.shuffle(secrets)
    for place, secret in zip(places, secrets, strict=True):
        state.secret[place] = secret
    return True
