# Asks a changed function from inside, by a copy of its body that has the same names around it. Stands behind recorder.py.
import inspect as _inspect, itertools as _itertools, time as _time

ASKING, ASKED_INSIDE = OPTIONS.get('asking') or {}, set()

def kept(value):
    return _type(value) is dict and value.get('$') == 'kept'

def listening(value, said, name):
    # What is called on it is told, and done.
    def called(*args, **names):
        if _len(said) < 20:
            said.append(name + '(' + ', '.join(map(show, [*args, *names.values()])) + ')')
        return value(*args, **names)
    return called if callable(value) and not _isinstance(value, type) else value

def with_fields(value, fields):
    if fields is None:
        return value
    made = value.__class__.__new__(value.__class__)
    made.__dict__.update({**value.__dict__, **{name: dec(each) for name, each in fields.items()}})
    return made

def drawn(it):
    return 'yields [' + ', '.join(show(each) for each in _itertools.islice(it, 20)) + ']'

def waited_for(coroutine):
    # One that waits for nobody else comes to its end by itself.
    try:
        for _ in range(20):
            if coroutine.send(None) is not None:
                break
    except StopIteration as end:
        return 'resolves ' + show(end.value)
    coroutine.close()
    return None

def fault_of(error):
    held = getattr(error, '__dict__', None)
    return fault(error) + (' ' + short(show(held), 300) if held else '')

def ask_inside(id, again, args, names):
    # The object that a method is called on is the first of the arguments, and no argument of the questions.
    ASKED_INSIDE.add(id)
    RECORDER.asking = True
    since = _time.monotonic()
    for question in ASKING[id]:
        if _time.monotonic() - since > 0.4:
            break
        said, given, fields = [], question['args'], question.get('fields')
        try:
            own = [with_fields(args[0], fields)] if fields is not None else list(args[:_len(args) - _len(given)])
            rest = args[_len(own):]
            mine = [listening(rest[at], said, 'argument ' + _str(at + 1)) if kept(each) else dec(each) for at, each in enumerate(given)]
            before, held = encode(mine), held_by(own[0]) if own else None
            got = again(*own, *mine, **names)
            if _inspect.isgenerator(got):
                outcome = drawn(got)
            elif _inspect.iscoroutine(got):
                outcome = waited_for(got)
                if outcome is None:
                    continue
            else:
                outcome, holds = show(got) + leaves(before, mine), held_by(own[0]) if own else None
                # What it does to its own object is its answer, where nothing else comes back.
                if outcome == 'None' and not said and holds is not None and holds != held:
                    outcome = 'holds ' + show(own[0].__dict__)
        except Exception as error:
            outcome = 'throws ' + fault_of(error)
        OUT.put({'k': 'f', 'f': id, 'n': question['n'], 'o': outcome + (', and calls ' + short('; '.join(said), 600) if said else '')})
    RECORDER.asking = False
