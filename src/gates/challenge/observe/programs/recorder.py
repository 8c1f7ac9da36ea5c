# What rewritten files call. Stands behind values.py, OPTIONS and alter.py.
_open = open
OUT = Writer(OPTIONS['pipe'], OPTIONS['nonce'])
TARGETS = {_os.path.join(ROOT, target['path']): target for target in OPTIONS['targets']}

def held_by(value):
    # What an object holds, where all of it is plain data.
    own = getattr(value, '__dict__', None)
    return encode(own) if _type(own) is dict and '$' not in own and not _isinstance(value, type) else None

def without_usual(frame, given):
    # Without what stands at the end by default: nobody gave it, and the function has it by itself wherever it is asked.
    function = frame.f_globals.get(frame.f_code.co_name)
    if getattr(function, '__code__', None) is not frame.f_code or _len(given) > frame.f_code.co_argcount:
        return given
    usual, left = list(function.__defaults__ or ()), list(given)
    while usual and left and left[-1] is usual[-1]:
        usual.pop()
        left.pop()
    return left

METHODS = (_type([].append), _type(''.__len__))
PARTIAL = getattr(_sys.modules.get('functools'), 'partial', ())

def has_no_body(value):
    # Bound to data, made from a string, or a lambda. A function of another file is measured there, if it changed.
    if PARTIAL and _isinstance(value, PARTIAL):
        return has_no_body(value.func) or any(_isinstance(each, (dict, list, tuple)) for each in value.args)
    if _type(value) in METHODS:
        return _isinstance(getattr(value, '__self__', None), (dict, list, tuple))
    code = getattr(getattr(value, '__func__', value), '__code__', None)
    return code is not None and (code.co_name == '<lambda>' or not is_written(code))

def is_written(code):
    # Its text is where its code says that it is: code made from a string may name any file.
    try:
        with _open(code.co_filename, 'rb') as file:
            lines = file.read().split(b'\n')
    except Exception:
        return False
    for line in lines[code.co_firstlineno - 1:][:30]:
        if b'def ' in line:
            return code.co_name.encode() in line
    return False


class Recorder:
    test, depth, made, known, held, asked, masks, told, objects, flushed, flushed_here, lately, asking = None, 0, {}, {}, {}, {}, 0, False, 0, {}, {}, [], False
    MARKS = _re.compile(r'^(__MARKS__|CI$|HYPOTHESIS)')

    def hide(self):
        self.masks += 1
        if self.masks > 1 or not OPTIONS['masked']:
            return
        env = _os.environ
        self.kept = ({name: env[name] for name in list(env) if self.MARKS.match(name)}, {name: _sys.modules[name] for name in ('__MODULES__') if name in _sys.modules}, _sys.argv)
        for name in self.kept[0]:
            del env[name]
        for name in self.kept[1]:
            del _sys.modules[name]
        _sys.argv = ['main.py']

    def back(self):
        self.masks -= 1
        if self.masks > 0 or not OPTIONS['masked']:
            return
        for name, value in self.kept[0].items():
            _os.environ.setdefault(name, value)
        for name, value in self.kept[1].items():
            _sys.modules.setdefault(name, value)
        _sys.argv = self.kept[2]

    def tell(self, full, given, late):
        # Of functions that were called often only the last calls before an assertion are told of.
        left = leaves(full['a'], given)
        if left:
            full['l'] = left
        if not late:
            OUT.put(full)
        else:
            self.lately = [*self.lately[-3:], full]

    def full(self, id):
        # Tests share the assertions of a helper: those before must not use up the share of those behind.
        told = self.flushed.get(id, 0)
        return told >= 140 and (told >= 600 or self.flushed_here.get(id, 0) >= 20)

    def flush(self):
        for full in self.lately:
            key = full['f'] + '#' + _str(full.get('st')) + _str(full['a'])
            if key not in self.known:
                self.known[key] = 1
                for told in (self.flushed, self.flushed_here):
                    told[full['f']] = told.get(full['f'], 0) + 1
                OUT.put(full)
        self.lately = []

    def m(self, id, value):
        # A value that may be a function without a body in its file: each call is recorded.
        if _isinstance(value, type) or not has_no_body(value):
            return value
        def told(*args, **names):
            call = self.i(id, args, names, False, 'plain')
            try:
                return self.o(call, value(*args, **names))
            except BaseException as error:
                self.t(call, error)
                raise
            finally:
                self.f(call)
        told.__wrapped__, told.__name__, told.__doc__ = value, getattr(value, '__name__', 'told'), getattr(value, '__doc__', None)
        return told

    def i(self, id, args, names, bound, kind, again=None):
        if self.asking:
            self.depth += 1
            self.hide()
            return [None, False, kind, None, None, False, None]
        first = id not in self.made
        self.made[id] = self.made.get(id, 0) + 1
        if first:
            OUT.put({'k': 'e', 'f': id})
        full, given, late = None, None, self.known.get(id, 0) >= 60
        if self.made[id] <= (20000 if late else 5000) and (not late or not self.full(id)):
            state, given = None, list(args)
            if bound and bound != 'inner' and given:
                state, given = held_by(given[0]), given[1:]
            text = None if bound is True else encode({'args': given, 'names': names})
            if text is None and not bound:
                given = without_usual(_sys._getframe(1), given)
                text = encode({'args': given, 'names': names})
            partly = encode_kept(given) if text is None else None
            key = id + '#' + _str(state) + _str(text or partly)
            if key not in self.known and (text is not None or not late and self.held.get(id, 0) < 8):
                if not late:
                    self.known[key] = 1
                    self.known[id] = self.known.get(id, 0) + 1
                if text is None:
                    self.held[id] = self.held.get(id, 0) + 1
                full = {'k': 'c', 'f': id, 'a': text, 't': 1 if bound else 0, 'top': self.depth == 0, 'x': self.test, 'o': None}
                if text is None:
                    full['p'] = partly
                if state is not None and self.depth == 0:
                    self.objects += 1
                    full.update({'h': OUT.who + '.' + _str(self.objects), 's': 0, 'st': state})
        other = call_of(id, args, names, bound) if OPTIONS['altered'] and self.depth == 0 and bound != 'inner' else None
        self.depth += 1
        self.hide()
        asks = (id, again, args, names) if again is not None and self.depth == 1 and id in ASKING and id not in ASKED_INSIDE else None
        return [full, False, kind, other, {'args': given, 'names': names}, late, asks]

    def o(self, call, value):
        full, ended, kind, other, given, late, _ = call
        if other is not None:
            return alter(value, call[3], self.test, OUT.put)
        if full is not None and not ended and kind != 'generator':
            call[1] = True
            full['o'] = ('resolves ' if kind == 'async' else '') + show(value)
        return value

    def t(self, call, error):
        full, ended, kind, _, given, late, _ = call
        # A generator that nobody has drawn to its end is closed by an error.
        if full is not None and not ended and kind != 'generator':
            call[1] = True
            full['o'] = ('rejects ' if kind == 'async' else 'throws ') + fault(error)

    def f(self, call):
        self.depth -= 1
        self.back()
        full, ended, kind, _, given, late, asks = call
        # Behind the call itself: what it finds is as its test has left it.
        if asks is not None and not self.asking and asks[0] not in ASKED_INSIDE:
            ask_inside(*asks)
        if full is None:
            return
        # Here, behind its own `finally`: what it does to its arguments is done.
        if not ended:
            full['o'] = 'generator' if kind == 'generator' else 'resolves None' if kind == 'async' else 'None'
        self.tell(full, given, late)

    def b(self, id):
        if self.test is None and not self.told:
            self.told = True
            OUT.put({'k': 'v', 'env': {name: value for name, value in _os.environ.items() if _len(value) < 200}})
        OUT.put({'k': 'b', 'x': id, 'w': OUT.who, 'pid': _getpid(), 'parent': _os.getppid()})
        self.asked, self.flushed_here = {}, {}
        outer, self.test = self.test, id
        return [id, outer, False]

    def bt(self, run, error):
        run[2] = True
        OUT.put({'k': 't', 'x': run[0], 'm': fault(error)})

    def bf(self, run):
        self.test = run[1]
        if not run[2]:
            OUT.put({'k': 'p', 'x': run[0]})

    def g(self, id, value):
        self.held['g' + id] = data(value)
        return value

    def w(self, id, value):
        self.held['w' + id] = data(value)
        return value

    def q(self):
        DURING.clear()

    def n(self, id):
        self.held['g' + id] = 'returns'

    def d(self, id, k='a'):
        self.asked[id] = self.asked.get(id, 0) + 1
        given, wanted = self.held.pop('g' + id, None), self.held.pop('w' + id, None)
        if self.asked[id] <= 40:
            self.flush()
            OUT.put({**({'y': list(DURING)} if k == 'n' else {}), 'k': k, 'i': id, 'x': self.test, 'w': [] if wanted is None else [wanted], **({} if given is None else {'g': given})})
        self.lately = []
