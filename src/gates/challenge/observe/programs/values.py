# How values are told. They are not asked how they want to be seen. Stands before recorder.py and asking.py.
import base64 as _base64, datetime as _datetime, json as _json, math as _math, os as _os, re as _re, sys as _sys, zlib as _zlib
_repr, _type, _isinstance, _len, _str, _int, _float, _sorted, _all, _write, _getpid = repr, type, isinstance, len, str, int, float, sorted, all, _os.write, _os.getpid
_dumps = _json.JSONEncoder(ensure_ascii=True).encode

ROOT = _os.getcwd()
# The names under which the project's own modules are imported.
TOPS = {name.split('.')[0] for top in ('.', 'src', 'lib') if _os.path.isdir(top) for name in _os.listdir(top)}

class Opaque(Exception):
    pass

def data_of(value, depth=0):
    kind = _type(value)
    if value is None or kind is bool:
        return 'null' if value is None else _str(_int(value))
    if kind is _str:
        return _dumps(value)
    if _isinstance(value, (_int, _float)):
        base = _int if _isinstance(value, _int) else _float
        if kind is not base and kind.__module__.split('.')[0] not in TOPS:
            raise Opaque
        whole = base.__repr__(value)
        return whole[:-2] if whole.endswith('.0') else whole
    if depth > 8:
        raise Opaque
    if kind in (list, tuple):
        parts = ', '.join(data_of(each, depth + 1) for each in value)
        return '[' + parts + ']' if kind is list else '(' + parts + ')'
    if kind is dict:
        return '{' + ', '.join(_sorted(data_of(key, 9) + ': ' + data_of(each, depth + 1) for key, each in value.items())) + '}'
    raise Opaque

def short(text, most):
    return text if _len(text) <= most else text[:most - 40] + '… (' + _str(_len(text)) + ', ' + _str(_zlib.crc32(text.encode('utf8', 'replace'))) + ')'

def data(value):
    try:
        return short(data_of(value), 200)
    except Opaque:
        return 'equals everything' if equals_everything(value) else 'opaque'
    except Exception:
        return 'opaque'

def equals_everything(value):
    # A class of the project that says yes to things which have nothing to do with each other.
    if _type(value).__module__.split('.')[0] not in TOPS:
        return False
    try:
        return _all((value == other) is True for other in (object(), 'r%x' % id(value), -7919))
    except Exception:
        return False

def show(value):
    try:
        text = _repr(value)
    except Exception:
        text = _type(value).__name__
    return short(_re.sub(r'0x[0-9a-f]{6,}', '0x…', text.replace(ROOT, '.')), 1200)

def fault(error):
    try:
        return (_type(error).__name__ + ': ' + _str(error)).replace(ROOT, '.')[:300]
    except Exception:
        return _type(error).__name__

class Handle(Exception):
    pass

def enc(value, depth=0):
    kind = _type(value)
    if value is None or kind in (bool, _str):
        return value
    if kind is _int:
        return value if abs(value) < 2 ** 53 else {'$': 'int', 'v': _str(value)}
    if kind is _float:
        return value if _math.isfinite(value) and value != _int(value) else {'$': 'float', 'v': _repr(value)}
    if depth > 6:
        raise Handle
    if kind is list:
        return [enc(each, depth + 1) for each in value]
    if kind is tuple:
        return {'$': 'tuple', 'v': [enc(each, depth + 1) for each in value]}
    if kind in (set, frozenset):
        return {'$': kind.__name__, 'v': _sorted((enc(each, depth + 1) for each in value), key=_dumps)}
    if kind is bytes:
        return {'$': 'bytes', 'v': _base64.b64encode(value).decode()}
    if kind is dict:
        if '$' not in value and _all(_type(key) is _str for key in value):
            return {key: enc(each, depth + 1) for key, each in value.items()}
        return {'$': 'dict', 'v': [[enc(key, depth + 1), enc(each, depth + 1)] for key, each in value.items()]}
    if kind in (_datetime.date, _datetime.datetime) and getattr(value, 'tzinfo', None) is None:
        return {'$': kind.__name__, 'v': value.isoformat()}
    raise Handle

def dec(value):
    if _isinstance(value, list):
        return [dec(each) for each in value]
    if not _isinstance(value, dict):
        return value
    if '$' not in value:
        return {key: dec(each) for key, each in value.items()}
    inner = value.get('v')
    made = {
        'int': lambda: _int(inner), 'float': lambda: _float(inner), 'tuple': lambda: tuple(dec(inner)), 'set': lambda: set(dec(inner)),
        'frozenset': lambda: frozenset(dec(inner)), 'bytes': lambda: _base64.b64decode(inner), 'dict': lambda: {dec(key): dec(each) for key, each in inner},
        'date': lambda: _datetime.date.fromisoformat(inner), 'datetime': lambda: _datetime.datetime.fromisoformat(inner), 'undefined': lambda: None,
    }
    return made[value['$']]()

def encode(args):
    try:
        text = _dumps(enc(args))
        return text if _len(text) <= 3000 else None
    except Exception:
        return None

def encode_kept(args):
    # The same with a mark in the place of what cannot be made again.
    made = []
    for each in args:
        try:
            made.append(enc(each))
        except Exception:
            made.append({'$': 'kept'})
    text = _dumps(made)
    return text if _len(text) <= 3000 else None

def leaves(before, given):
    # What a call has done to what it was given, which is as much an answer as what comes back.
    now = None if before is None else encode(given)
    return '' if now is None or now == before else ', and leaves ' + short(now, 600)

class Writer:
    def __init__(self, pipe, nonce):
        self.fd, self.nonce, self.pid, self.number = _os.open(pipe, _os.O_WRONLY | _os.O_APPEND), nonce, _getpid(), 0
        self.who = _os.urandom(6).hex()
    def put(self, record):
        if _getpid() != self.pid:
            self.pid, self.number, self.who = _getpid(), 0, _os.urandom(6).hex()
        text = _dumps(record)
        for at in range(0, _len(text), 3500):
            more = at + 3500 < _len(text)
            _write(self.fd, (self.nonce + ' ' + self.who + ' ' + _str(self.number) + ' ' + ('+' if more else '.') + ' ' + text[at:at + 3500] + '\n').encode())
            self.number += 1
