# Asks the project's functions: `ask(orders)`. Stands behind values.py and the `OUT` that answers go to.
import asyncio as _asyncio, importlib as _importlib, inspect as _inspect

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

def once(function, text, composed):
    given = dec(_json.loads(text))
    before = None if composed else encode(given)
    try:
        made = function(*given['args'], **given['names'])
    except Exception as error:
        return 'throws ' + fault(error) + leaves(before, given)
    if not _inspect.iscoroutine(made):
        return show(made) + leaves(before, given)
    try:
        return 'resolves ' + show(_asyncio.run(_asyncio.wait_for(made, 2))) + leaves(before, given)
    except Exception as error:
        return 'rejects ' + fault(error) + leaves(before, given)

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
        last = None
        for at in range(0, _len(steps), 2):
            more, is_last = take(steps[at + 1]), at + 2 >= _len(steps)
            try:
                last = (it if steps[at] == '' else getattr(it, steps[at]))(*more, **(names if is_last else {}))
            except Exception:
                if is_last:
                    raise
        return last
    return asked

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
        if callable(function):
            OUT.put({'k': 'q', 'n': order['n'], 'o': once(function, order['args'], ':' in name)})
    OUT.put({'k': 'z'})
