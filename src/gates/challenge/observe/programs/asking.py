# Asks the project's functions: `ask(orders)`. Stands behind values.py and the `OUT` that answers go to.
import asyncio as _asyncio, importlib as _importlib, inspect as _inspect, threading as _threading, time as _time

def load(path):
    tops = [top for top in ('src', 'lib') if path.startswith(top + '/')]
    parts = path[:-3].split('/')
    if parts[-1] == '__init__':
        parts.pop()
    last = None
    for top in [*tops, '']:
        folder = _os.path.join(ROOT, top) if top else ROOT
        if folder not in _sys.path:
            _sys.path.insert(0, folder)
        try:
            return _importlib.import_module('.'.join(parts[1 if top else 0:]))
        except ImportError as error:
            last = error
    raise last

def once(function, text, composed, n):
    given = dec(_json.loads(text))
    before = None if composed else encode(given)
    def told(value):
        text = show(value) + leaves(before, given)
        # Behind that: to look at it may change it.
        for each in [] if n is None else [value, *given['args']]:
            watch(n, each)
        return text
    try:
        made = function(*given['args'], **given['names'])
    except Exception as error:
        return 'throws ' + fault(error) + leaves(before, given)
    if not _inspect.iscoroutine(made):
        return told(made)
    try:
        return 'resolves ' + told(_asyncio.run(_asyncio.wait_for(made, 2)))
    except Exception as error:
        return 'rejects ' + fault(error) + leaves(before, given)

def places_of(value):
    # What can be read of a value, place by place, with properties that are worked out as they are read.
    found = {}
    def into(each, at, depth, seen, read):
        if _len(found) >= 200 or id(each) in seen or depth > 4:
            return
        kind, deeper = _type(each), seen | {id(each)}
        inner = lambda name: _str(name) if at == '' else at + '.' + _str(name)
        if kind in (list, tuple):
            for number, one in enumerate(each[:50]):
                into(one, inner(number), depth + 1, deeper, read)
        elif kind is dict:
            for name, one in list(each.items())[:50]:
                into(one, inner(name), depth + 1, deeper, read)
        elif kind.__module__.split('.')[0] in TOPS and not _isinstance(each, type) and not callable(each):
            for name, one in list(getattr(each, '__dict__', {}).items())[:50]:
                into(one, inner(name), depth + 1, deeper, read)
            for base in kind.__mro__:
                for name, one in list(vars(base).items()):
                    if _isinstance(one, property) and inner(name) not in found:
                        try:
                            got = getattr(each, name)
                        except Exception as error:
                            found[inner(name)] = ('throws ' + fault(error), True)
                            continue
                        into(got, inner(name), depth + 1, deeper, True)
        else:
            found[at] = (show(each), read)
    try:
        into(value, '', 0, frozenset(), False)
    except Exception:
        pass
    return found

WATCHED = []

def watch(n, value):
    # Keeps an answer and looks at it, some times at once: one that is right at its first look may be so at its second.
    kind = _type(value)
    if _len(WATCHED) >= 400 or not (kind in (list, tuple, dict) or kind.__module__.split('.')[0] in TOPS):
        return
    one = {'n': n, 'value': value, 'first': places_of(value), 'told': False}
    WATCHED.append(one)
    for _ in range(7):
        look_at(one, 'again')

def look_at(one, when):
    if one['told']:
        return
    now = places_of(one['value'])
    # That something is remembered as it is read (it was worked out, how often) changes nothing of what is read.
    places = [{'at': at, 'first': text, 'now': now.get(at, ('nothing', read))[0]} for at, (text, read) in one['first'].items() if now.get(at) != (text, read) and (read or when == 'later')]
    if places:
        one['told'] = True
        OUT.put({'k': 'w', 'n': one['n'], 'when': when, 'places': places[:5]})
    else:
        # What a look itself changes says nothing later either.
        one['first'] = {at: found for at, found in one['first'].items() if now.get(at) == found}

def time_passes():
    # What the code has put off is done, also what it has put off for long.
    _time.sleep(0.04)
    for thread in _threading.enumerate():
        if _isinstance(thread, _threading.Timer) and not thread.finished.is_set():
            try:
                thread.function(*thread.args, **thread.kwargs)
            except Exception:
                pass
            thread.cancel()

def composed(module, how, first, many, *steps):
    # Something is made, then asked: what is given is for each call in turn. The last answer counts.
    make = getattr(module, first, None)
    if not callable(make):
        return None
    def asked(*args, **names):
        left = list(args)
        def take(count):
            taken = left[:_int(count)]
            del left[:_int(count)]
            return taken
        given = take(many)
        if how == 'state':
            it = make.__new__(make)
            it.__dict__.update(given[0])
        else:
            it = make(*given)
        last = it
        for at in range(0, _len(steps), 2):
            more, is_last = take(steps[at + 1]), at + 2 >= _len(steps)
            try:
                last = (it if steps[at] == '' else getattr(it, steps[at]))(*more, **(names if is_last else {}))
            except Exception:
                if is_last:
                    raise
        return last
    return asked

def beneath(function, own):
    # What decorators were put around, where none of them is in one of these files; None where there is none.
    found = None
    while callable(function) and getattr(function, '__wrapped__', None) is not None:
        made = getattr(function, '__code__', None)
        file = made.co_filename if made else getattr(_sys.modules.get(_type(function).__module__), '__file__', None)
        if file and _os.path.relpath(file, ROOT) in own:
            return None
        function = found = function.__wrapped__
    return found

def ask(orders):
    modules = {}
    for path in orders['modules']:
        try:
            modules[path] = load(path)
        except BaseException as error:
            if isinstance(error, SystemExit):
                raise
            OUT.put({'k': 'u', 'path': path, 'm': fault(error)})
    for order in orders['calls']:
        module, name = modules.get(order['module']), order['name']
        function = composed(module, *name.split(':')) if ':' in name else getattr(module, name, None)
        if 'beneath' in order:
            function = beneath(function, order['beneath'])
        if callable(function):
            OUT.put({'k': 'q', 'n': order['n'], 'o': once(function, order['args'], ':' in name, order['n'] if orders.get('lasting') else None)})
    OUT.put({'k': 'z'})
    if WATCHED:
        time_passes()
        for one in WATCHED:
            look_at(one, 'later')
