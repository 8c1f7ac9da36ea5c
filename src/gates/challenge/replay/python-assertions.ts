/**
 * The part of the Python driver that stands in for assertions: what each is given and wants is written down as text, to
 * be judged elsewhere. Values are not asked how they want to be seen.
 */
export const PYTHON_ASSERTIONS = `
class Opaque(Exception):
    pass

def data(value, depth=0):
    # Plain data as text, without asking the value itself how it wants to be seen.
    kind = type(value)
    if value is None or kind is bool:
        return 'null' if value is None else str(int(value))
    if kind is str:
        return json.dumps(value)
    if isinstance(value, (int, float)):
        base = int if isinstance(value, int) else float
        if kind is not base and kind.__module__.split('.')[0] not in TOPS:
            raise Opaque
        whole = base.__repr__(value)
        return whole[:-2] if whole.endswith('.0') else whole
    if depth > 8:
        raise Opaque
    if kind in (list, tuple):
        parts = ', '.join(data(each, depth + 1) for each in value)
        return '[' + parts + ']' if kind is list else '(' + parts + ')'
    if kind is dict:
        return '{' + ', '.join(sorted(data(key, 9) + ': ' + data(each, depth + 1) for key, each in value.items())) + '}'
    raise Opaque

def plain(value):
    try:
        text = data(value)
        return text if len(text) <= 200 else text[:160] + '… (' + str(len(text)) + ', ' + str(zlib.crc32(text.encode())) + ')'
    except Opaque:
        return 'equals everything' if equals_everything(value) else 'opaque'
    except Exception:
        return 'opaque'

def equals_everything(value):
    # A class of the project that says yes to things which have nothing to do with each other.
    if type(value).__module__.split('.')[0] not in TOPS:
        return False
    try:
        return all((value == other) is True for other in (object(), 'r%x' % id(value), -7919))
    except Exception:
        return False

class Recorder:
    @staticmethod
    def record(how, *makes):
        texts = []
        for is_constant, make in makes:
            try:
                value = make()
            except Exception as error:
                NOW.append('throws ' + fault(error))
                return
            texts.append(plain(value))
            if not is_constant:
                NOW.append(show(value))
        if how == '==' or how == 'ok':
            ASKED.append({'how': how, 'given': texts[0], 'wanted': texts[1:]})
            if len(texts) > 1 and texts[1] == 'equals everything':
                ASKED.append({'how': how, 'given': texts[1], 'wanted': texts[:1]})

class Approx:
    def __init__(self, value):
        self.value = value
    def __repr__(self):
        return repr(self.value)

class Raises:
    def __init__(self, kinds):
        self.kinds = kinds
        self.value = None
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        NOW.append('raises ' + fault(error) if error else 'raises nothing')
        ASKED.append({'how': 'raises', 'given': 'throws' if error else 'returns', 'wanted': []})
        self.value = error
        return error is not None and isinstance(error, self.kinds)

class Case:
    # In the place of unittest.TestCase.
    def setUp(self): pass
    def tearDown(self): pass
    @classmethod
    def setUpClass(cls): pass
    def subTest(self, *args, **kwargs):
        return contextlib.nullcontext()
    def assertRaises(self, kinds, *args, **kwargs):
        return Pytest.raises(kinds, *args, **kwargs)
    def assertRaisesRegex(self, kinds, pattern, *args, **kwargs):
        return Pytest.raises(kinds, *args, **kwargs)
    def assertEqual(self, first, second, *more):
        Recorder.record('==', (False, lambda: first), (True, lambda: second))
    assertListEqual = assertDictEqual = assertTupleEqual = assertEqual
    def assertTrue(self, first, *more):
        Recorder.record('ok', (False, lambda: first))
    def __getattr__(self, name):
        if not name.startswith('assert'):
            raise AttributeError(name)
        return lambda first=None, *more, **kwargs: Recorder.record('', (False, lambda: first))

def skipping(*args, **kwargs):
    def skip(target):
        target.skip__ = True
        return target
    return skip(args[0]) if args and callable(args[0]) else skip

class Unittest:
    TestCase = Case
    skip = skipIf = skipUnless = expectedFailure = staticmethod(skipping)
    @staticmethod
    def main(*args, **kwargs):
        pass
`;
