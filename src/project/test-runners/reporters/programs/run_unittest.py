# Runs unittest and tells of every test. `python -m unittest` says what failed in words for people, and a package index
# cannot be counted on for a reporter. Each file is loaded as discovery would load it: from the first folder above it that
# is no package. Any Python since 3.7.
import fnmatch, importlib, json, os, sys, time, traceback, unittest

OUT, ASKED, FAST = sys.argv[1], json.loads(sys.argv[2]), '--failfast' in sys.argv[3:]
ROOT = os.getcwd()
# As with "python -m unittest": the project's folder first, and not this program's.
sys.path[0] = ROOT
sys.argv = ['python -m unittest']

def told(error):
    kind, value, tb = error
    name = kind.__name__
    text = traceback.format_exception_only(kind, value)
    lines, at = [], None
    for frame in traceback.extract_tb(tb):
        path = os.path.abspath(frame.filename)
        if '__unittest' in frame.name or os.sep + 'unittest' + os.sep in path:
            continue
        inside = path.startswith(ROOT + os.sep) and 'site-packages' not in path
        lines.append('%s:%d: %s' % (os.path.relpath(path, ROOT) if inside else path, frame.lineno or 0, name))
    if isinstance(value, SyntaxError) and value.filename:
        lines.append('%s:%d: %s' % (os.path.relpath(value.filename, ROOT), value.lineno or 0, name))
    said = str(value)
    return {'message': (name + ': ' + said) if said else name, 'text': '\n'.join(lines + ['E   ' + line for line in ''.join(text).splitlines()])}

def place(test):
    module = sys.modules.get(type(test).__module__)
    return FILES.get(getattr(module, '__name__', ''), None)

class Result(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.tests, self.open = [], {}

    def startTest(self, test):
        super().startTest(test)
        self.open[id(test)] = (time.perf_counter(), {})

    def note(self, test, state, error=None):
        begun, _ = self.open.get(id(test), (time.perf_counter(), None))
        if isinstance(test, unittest.suite._ErrorHolder):
            # setUpClass (tests.test_a.TestA): a failure of all that stands there.
            where = test.description.rsplit('(', 1)[-1].rstrip(')')
            name = next((m for m in FILES if where == m or where.startswith(m + '.')), '')
            suites, title, file = [part for part in [where[len(name) + 1:]] if part], test.description.split(' ')[0], FILES.get(name)
        else:
            names = test.id().split('.')
            suites, title, file = [type(test).__qualname__.replace('.<locals>', '')], getattr(test, '_testMethodName', names[-1]), place(test)
            if not isinstance(test, unittest.TestCase) or title == 'runTest':
                suites, title = [], test.id()
        last = self.tests[-1] if self.tests else None
        if last is not None and last['key'] == id(test):
            # Told twice: the test and its tear-down, or two of its sub-tests. The first failure counts.
            if last['state'] == 'passed' or (last['state'] != 'failed' and state == 'failed'):
                last.update(state=state, error=error)
            return
        self.tests.append({'key': id(test), 'file': file, 'suites': suites, 'title': title, 'state': state, 'ms': (time.perf_counter() - begun) * 1000, 'error': error})

    def addSuccess(self, test):
        self.note(test, 'passed')

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.note(test, 'failed', told(err))

    addError = addFailure

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            error = told(err)
            error['message'] += ' ' + subtest._subDescription()
            self.note(test, 'failed', error)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.note(test, 'skipped')

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        self.note(test, 'todo')

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self.note(test, 'failed', {'message': 'AssertionError: it passes, and is marked as an expected failure', 'text': ''})

def module_of(path):
    full = os.path.join(ROOT, path)
    top = os.path.dirname(full)
    while top != ROOT and os.path.isfile(os.path.join(top, '__init__.py')):
        top = os.path.dirname(top)
    if top not in sys.path:
        sys.path.insert(1, top)
    return os.path.splitext(os.path.relpath(full, top))[0].replace(os.sep, '.')

LEFT_OUT = {'node_modules', 'build', 'dist', 'venv', 'env', 'site-packages', '__pycache__'}

def all_files():
    for folder, names, files in os.walk(os.path.join(ROOT, ASKED['start'])):
        names[:] = sorted(n for n in names if not n.startswith('.') and n not in LEFT_OUT and not os.path.isfile(os.path.join(folder, n, 'pyvenv.cfg')))
        for name in sorted(files):
            if fnmatch.fnmatch(name, ASKED['pattern']) and name.endswith('.py'):
                yield os.path.relpath(os.path.join(folder, name), ROOT)

FILES, broken, empty, suite, loader = {}, [], [], unittest.TestSuite(), unittest.TestLoader()
for path in ASKED['files'] if ASKED['files'] is not None else all_files():
    try:
        name = module_of(path)
        FILES[name] = path
        module = importlib.import_module(name)
        found = loader.loadTestsFromName(ASKED['name'], module) if ASKED['name'] else loader.loadTestsFromModule(module)
    except unittest.SkipTest:
        continue
    except AttributeError:
        if not ASKED['name']:
            broken.append({'file': path, **told(sys.exc_info())})
        continue
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException:
        broken.append({'file': path, **told(sys.exc_info())})
        continue
    if ASKED['name'] and loader.errors:
        loader.errors.clear()
        continue
    if found.countTestCases() == 0:
        empty.append(path)
    suite.addTest(found)

result = Result()
result.failfast = FAST
suite.run(result)
report = {'assay': 1, 'tests': [{k: v for k, v in test.items() if k != 'key'} for test in result.tests], 'broken': broken, 'empty': empty, 'loaded': len(FILES)}
with open(OUT + '.part', 'w') as out:
    json.dump(report, out)
os.rename(OUT + '.part', OUT)
wrong = sum(1 for test in result.tests if test['state'] == 'failed')
print('%d tests, %d failed' % (len(result.tests), wrong))
sys.stdout.flush()
sys.exit(1 if wrong or broken else 0)
