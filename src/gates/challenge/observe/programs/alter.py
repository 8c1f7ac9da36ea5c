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
    nudge = (OPTIONS.get('nudges') or {}).get(id) if NEAR else None
    if NEAR and nudge is None:
        return value
    n = _zlib.crc32((call + '=' + show(value)).encode('utf8', 'replace')) % 100000000
    places = {}
    other, changed = other_of(value, n, 0, '', nudge, places)
    if not changed:
        return value
    if _len(DURING) < 50:
        DURING.append(n)
    if (n, test) not in TOLD and _len(TOLD) < 4000:
        TOLD.add((n, test))
        put({'k': 'y', 'f': id, 'n': n, 'a': args, 'x': test, 'l': [[at, number] for at, number in places.items()][:40], **({'o': data(other)} if NEAR else {})})
    return other

def nudged_number(value, kind, way):
    # The smallest step that says that the value matters: one for whole numbers, a fiftieth for others.
    if value != value or value in (INFINITE, -INFINITE):
        return value
    step = 1 if kind is _int else max(abs(value) / 50, 0.02)
    return value + step if way == 'up' else value - step

def swapped_for(value, kind, way, words):
    # Another value of which the tests speak right beside this one.
    for at, word in enumerate(words):
        if _type(word) is not kind or word != value:
            continue
        for other in (words[at + 1:] if way == 'next' else words[:at][::-1]):
            if _type(other) is kind and other != value:
                return other
    return value

def near_of(value, n, kind, nudge):
    way = nudge['way']
    if way in ('next', 'previous'):
        return swapped_for(value, kind, way, nudge['words'])
    if kind in (_int, _float):
        return nudged_number(value, kind, way)
    if way != 'up' or kind is bytes:
        return value
    if kind is bool:
        return not value
    text = ''.join(map(lambda each: shifted(each, 1 + n % 5), value))
    return text if text != value else value + '~'

def shifted(each, by):
    for first, size in (('a', 26), ('A', 26), ('0', 10)):
        at = ord(each) - ord(first)
        if 0 <= at < size:
            return chr(ord(first) + (at + by) % size)
    return each

def far_from(value, n, kind, path, places):
    at = _zlib.crc32(path.encode('utf8', 'replace')) % 1000
    places[path] = -1 if kind is bool else at
    token = FIRST * 1000 + n * 1000 + at
    if kind is bool:
        return not value
    if kind is _int:
        return -token
    if kind is _float:
        return -_float(token)
    if kind is _str:
        return value + '~' + _str(token)
    return value + b'~' + _str(token).encode()

def other_record(value, kind, n, depth, path, nudge, places):
    # An object whose class says which fields it has.
    if _isinstance(value, tuple) and _type(getattr(kind, '_fields', None)) is tuple:
        names = kind._fields
    elif _type(getattr(kind, '__dataclass_fields__', None)) is dict:
        names = [name for name in kind.__dataclass_fields__ if name in getattr(value, '__dict__', {})]
    else:
        return value, False
    parts = {name: other_of(getattr(value, name), n, depth + 1, path + '.' + name, nudge, places) for name in names}
    if not any(changed for _, changed in parts.values()):
        return value, False
    if _isinstance(value, tuple):
        return value._replace(**{name: part for name, (part, _) in parts.items()}), True
    copy = object.__new__(kind)
    copy.__dict__.update(value.__dict__)
    copy.__dict__.update({name: part for name, (part, _) in parts.items()})
    return copy, True

def other_of(value, n, depth, path, nudge, places):
    kind = _type(value)
    if kind in (bool, _int, _float, _str, bytes):
        if not NEAR:
            return far_from(value, n, kind, path, places), True
        other = near_of(value, n, kind, nudge) if path == nudge['leaf'] else value
        changed = other != value
        if changed:
            places[path] = 0
        return other, changed
    if depth > 6:
        return value, False
    if kind not in (list, tuple, dict):
        return other_record(value, kind, n, depth, path, nudge, places)
    if not value and not NEAR:
        token = far_from(0, n, _int, path, places)
        return (kind([token]) if kind is not dict else {'other': token}), True
    if kind is dict:
        parts = {key: other_of(each, n, depth + 1, path + '.' + _str(key), nudge, places) for key, each in value.items()}
        return {key: part for key, (part, _) in parts.items()}, any(changed for _, changed in parts.values())
    # A short list of things of several kinds is a record without names; what it holds of one kind is said by one of it.
    named = _len(value) <= 4 and (kind is tuple or _len({_type(each) for each in value}) > 1)
    place = lambda at: '[' + _str(at) + ']' if named else '[]'
    parts = [other_of(each, n, depth + 1, path + place(at), nudge, places) for at, each in enumerate(value)]
    return kind(part for part, _ in parts), any(changed for _, changed in parts)
