# Other answers in the place of a function's own: of the same kind and shape. Stands between values.py and recorder.py.
FIRST = 9100000000
TOLD, ALONE, DURING, _identity = set(), [0], [], id
NEAR, INFINITE = OPTIONS['altered'] == 'near', _float('inf')

def call_of(id, args, names, bound):
    # What is asked, as text: the same text, the same question.
    given, of = list(args), ''
    if bound and given:
        of = _str(_identity(given[0])) + _str(held_by(given[0]))
        given = given[1:]
    text = encode({'args': given, 'names': names})
    if text is None:
        text = show((given, names))
        if '0x…' in text or '…' in text:
            ALONE[0] += 1
            text += '#' + _str(ALONE[0])
    return (id, id + '#' + of + '#' + text, encode({'args': given, 'names': names}))

def alter(value, asked, test, put):
    id, call, args = asked
    n = _zlib.crc32((call + '=' + show(value)).encode('utf8', 'replace')) % 100000000
    other, changed = other_of(value, n, 0)
    if not changed:
        return value
    if _len(DURING) < 50:
        DURING.append(n)
    if (n, test) not in TOLD and _len(TOLD) < 4000:
        TOLD.add((n, test))
        put({'k': 'y', 'f': id, 'n': n, 'a': args, 'x': test, **({'o': data(other)} if NEAR else {})})
    return other

def near_of(value, n, kind):
    # A number of the same sign, as whole as it was; a text of as many letters, small and capital, and digits.
    if kind is _str:
        text = ''.join(map(lambda each: shifted(each, 1 + n % 5), value))
        return (text if text != value else value + '~'), True
    if kind in (bool, bytes) or value != value or value in (INFINITE, -INFINITE):
        return value, False
    by = (7 + n % 5) * (-1 if value < 0 else 1)
    return value + (value // 2 if kind is _int else value / 2) + by, True

def shifted(each, by):
    for first, size in (('a', 26), ('A', 26), ('0', 10)):
        at = ord(each) - ord(first)
        if 0 <= at < size:
            return chr(ord(first) + (at + by) % size)
    return each

def other_of(value, n, depth):
    kind, token = _type(value), FIRST + n
    if NEAR and kind in (bool, _int, _float, _str, bytes):
        return near_of(value, n, kind)
    if kind is bool:
        return not value, True
    if kind is _int:
        return -token, True
    if kind is _float:
        return -_float(token), True
    if kind is _str:
        return value + '~' + _str(token), True
    if kind is bytes:
        return value + b'~' + _str(token).encode(), True
    if depth > 6 or kind not in (list, tuple, dict):
        return value, False
    if not value and not NEAR:
        return (kind([-token]) if kind is not dict else {'other': -token}), True
    if kind is dict:
        parts = {key: other_of(each, n, depth + 1) for key, each in value.items()}
        return {key: part for key, (part, _) in parts.items()}, any(changed for _, changed in parts.values())
    parts = [other_of(each, n, depth + 1) for each in value]
    return kind(part for part, _ in parts), any(changed for _, changed in parts)
