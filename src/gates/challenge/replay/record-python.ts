import { PYTHON_ASSERTIONS } from './python-assertions.ts';

/** The same for Python: assertions of the test files are written down, `pytest` is a stand-in that nobody can see. */
export const DRIVER = String.raw`
import ast, contextlib, inspect, json, os, re, sys, tempfile, types, zlib
from pathlib import Path

ROOT = os.getcwd()
# The names under which the project's own modules are imported.
TOPS = {Path(path).stem for top in ('.', 'src', 'lib') if os.path.isdir(top) for path in os.listdir(top)}
NOW = None
ASKED = []
CONFTESTS = []
KNOWN = {}

def show(value):
    try:
        text = repr(value)
    except Exception as error:
        text = type(value).__name__
    return re.sub(r'0x[0-9a-f]{6,}', '0x…', text.replace(ROOT, '.'))[:400]

def fault(error):
    return (type(error).__name__ + ': ' + str(error)).replace(ROOT, '.')[:300]

${PYTHON_ASSERTIONS}
class Row(tuple):
    pass

class Mark:
    def __getattr__(self, name):
        def mark(*args, **kwargs):
            if name == 'parametrize':
                def keep(target):
                    names = args[0] if isinstance(args[0], (list, tuple)) else [part.strip() for part in args[0].split(',')]
                    table = [row if isinstance(row, Row) or len(names) > 1 else (row,) for row in args[1]]
                    target.__dict__.setdefault('tables__', []).append((list(names), [tuple(row) for row in table]))
                    return target
                return keep
            if name in ('skip', 'xfail', 'skipif'):
                def skip(target):
                    target.skip__ = True
                    return target
                return skip(args[0]) if args and callable(args[0]) else skip
            return args[0] if args and callable(args[0]) and not kwargs else (lambda target: target)
        return mark

class Pytest:
    mark = Mark()
    @staticmethod
    def raises(kinds, *args, **kwargs):
        if args and callable(args[0]):
            with Raises(kinds):
                args[0](*args[1:], **kwargs)
            return None
        return Raises(kinds)
    @staticmethod
    def approx(value, *args, **kwargs):
        return Approx(value)
    @staticmethod
    def param(*values, **kwargs):
        return Row(values)
    @staticmethod
    def fixture(*args, **kwargs):
        def keep(target):
            target.fixture__ = True
            return target
        return keep(args[0]) if args and callable(args[0]) else keep

class Rewrite(ast.NodeTransformer):
    def visit_Import(self, node):
        if any(name.name.startswith('unittest.') for name in node.names):
            raise NotImplementedError('unittest')
        node.names = [name for name in node.names if name.name.split('.')[0] not in ('pytest', 'unittest')]
        return node if node.names else ast.copy_location(ast.Pass(), node)
    def visit_ImportFrom(self, node):
        if node.module == 'unittest' and all(hasattr(Unittest, each.name) for each in node.names):
            return [ast.copy_location(ast.fix_missing_locations(ast.Assign(
                targets=[ast.Name(id=each.asname or each.name, ctx=ast.Store())],
                value=ast.Attribute(value=ast.Name(id='unittest', ctx=ast.Load()), attr=each.name, ctx=ast.Load()),
                lineno=node.lineno,
            )), node) for each in node.names]
        if node.module and node.module.split('.')[0] in ('pytest', 'hypothesis', 'unittest'):
            raise NotImplementedError(node.module)
        return node
    def visit_AsyncFunctionDef(self, node):
        raise NotImplementedError('async')
    def visit_Assert(self, node):
        test = node.test
        parts = [test.left, *test.comparators] if isinstance(test, ast.Compare) else [test]
        equals = isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq)
        how = '==' if equals else '' if isinstance(test, ast.Compare) else 'ok'
        only = all(isinstance(part, ast.Constant) for part in parts)
        call = ast.Call(
            func=ast.Attribute(value=ast.Name(id='recorder__', ctx=ast.Load()), attr='record', ctx=ast.Load()),
            args=[ast.Constant(value=how), *(
                ast.Tuple(elts=[
                    ast.Constant(value=isinstance(part, ast.Constant) and not (only and at == 0)),
                    ast.Lambda(args=ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]), body=part),
                ], ctx=ast.Load())
                for at, part in enumerate(parts)
            )],
            keywords=[],
        )
        return [ast.fix_missing_locations(ast.copy_location(ast.Expr(value=call), node))]

def wrap(name, value):
    key = value.__module__ + '#' + value.__name__
    entry = KNOWN.setdefault(key, {'name': value.__name__, 'module': value.__module__, 'value': value, 'calls': []})
    def wrapped(*args, **kwargs):
        call = None
        try:
            copy = json.loads(json.dumps(args))
            if not kwargs and show(tuple(copy)) == show(args) and len(entry['calls']) < 60:
                call = {'args': copy, 'outcome': ''}
                entry['calls'].append(call)
        except (TypeError, ValueError):
            pass
        try:
            result = value(*args, **kwargs)
        except Exception as error:
            if call is not None:
                call['outcome'] = 'throws ' + fault(error)
            raise
        if call is not None:
            call['outcome'] = show(result)
        return result
    wrapped.__name__ = value.__name__
    return wrapped

def is_own(value):
    if not isinstance(value, types.FunctionType):
        return False
    path = os.path.abspath(value.__code__.co_filename)
    return path.startswith(ROOT + os.sep) and 'site-packages' not in path

def load(path, name):
    text = Path(path).read_text()
    tree = Rewrite().visit(ast.parse(text))
    ast.fix_missing_locations(tree)
    module = types.ModuleType(name)
    module.__file__ = os.path.join(os.path.dirname(os.path.abspath(path)), name + '.py')
    module.pytest = Pytest
    module.unittest = Unittest
    module.recorder__ = Recorder
    exec(compile(tree, module.__file__, 'exec'), module.__dict__)
    for key, value in list(module.__dict__.items()):
        if is_own(value) and value.__module__ != name:
            module.__dict__[key] = wrap(key, value)
    return module

def fixture(name, module, used):
    if name == 'tmp_path':
        return Path(tempfile.mkdtemp())
    places = [module, *CONFTESTS]
    made = next((each.__dict__[name] for each in places if getattr(each.__dict__.get(name), 'fixture__', False)), None)
    if made is None:
        raise NotImplementedError('fixture ' + name)
    value = made(**{each: fixture(each, module, used) for each in inspect.signature(made).parameters})
    if inspect.isgenerator(value):
        used.append(value)
        return next(value)
    return value

def rows_of(test):
    rows = [{}]
    for names, table in getattr(test, 'tables__', []):
        rows = [{**row, **dict(zip(names, values))} for row in rows for values in table]
    return rows

def tests_in(module):
    for name, value in list(module.__dict__.items()):
        if name.startswith('test') and isinstance(value, types.FunctionType):
            yield name, value, value
        elif isinstance(value, type) and (name.startswith('Test') or issubclass(value, Case)) and value is not Case:
            for inner, method in list(value.__dict__.items()):
                if inner.startswith('test') and isinstance(method, types.FunctionType):
                    if getattr(value, 'skip__', False):
                        method.skip__ = True
                    yield name + '.' + inner, method, around(method.__get__(value()))

def around(method):
    self = method.__self__
    if not isinstance(self, Case):
        return method
    def call():
        type(self).setUpClass()
        self.setUp()
        method()
        self.tearDown()
    return call

def replay(files, conftests=()):
    global NOW, ASKED
    told = []
    for at, path in enumerate(conftests):
        try:
            CONFTESTS.insert(0, load(path, 'c' + str(at)))
        except Exception:
            pass
    for at, path in enumerate(files):
        try:
            module = load(path, 'r' + str(at))
        except NotImplementedError:
            continue
        for name, test, call in tests_in(module):
            if getattr(test, 'skip__', False):
                continue
            for n, row in enumerate(rows_of(test)):
                NOW = []
                ASKED = []
                used = []
                try:
                    wanted = [each for each in inspect.signature(call).parameters if each not in row]
                    call(**row, **{each: fixture(each, module, used) for each in wanted})
                except NotImplementedError:
                    continue
                except Exception as error:
                    NOW.append('ends with ' + fault(error))
                told.append({'test': name + (' #' + str(n) if row else ''), 'values': NOW, 'asked': ASKED[:400]})
    return told

def calls():
    return [{'name': one['name'], 'module': one['module'], 'parameters': one['value'].__code__.co_argcount, 'calls': one['calls']} for one in KNOWN.values()]

def main(files, inputs, conftests=()):
    def tell(what):
        os.write(1, ('\n@@replay ' + json.dumps(what) + '\n').encode())
    try:
        tell({'told': replay(files, conftests), 'calls': calls()})
        for each in inputs:
            one = KNOWN.get(each['module'] + '#' + each['name'])
            try:
                outcome = show(one['value'](*each['args'])) if one else 'unknown'
            except Exception as error:
                outcome = 'throws ' + fault(error)
            tell({'probe': {**each, 'outcome': outcome}})
    except BaseException as error:
        tell({'failed': fault(error)})
`;

const paths = (root: string, folders: readonly string[]): string =>
  `import os, sys\nfor path in ${JSON.stringify(['.', 'src', ...folders])}: sys.path.insert(0, os.path.abspath(path))\n${root}`;

/** Test files, and the conftest.py files whose fixtures they may ask for, from the outside in. */
export interface PythonFiles {
  readonly tests: readonly string[];
  readonly conftests: readonly string[];
}

export const PYTHON_MAIN = (
  driver: string,
  folders: readonly string[],
  { tests, conftests }: PythonFiles,
  inputs: string | null,
): string =>
  paths(
    `import json, ${driver} as driver\ndriver.main(${JSON.stringify(tests)}, ${inputs === null ? '[]' : `json.load(open(${JSON.stringify(inputs)}))`}, ${JSON.stringify(conftests)})\n`,
    folders,
  );

export const PYTHON_INSIDE = (driver: string, folders: readonly string[], { tests, conftests }: PythonFiles): string =>
  paths(
    [
      `import json, ${driver} as driver`,
      'def test_replay():',
      `    told = driver.replay(${JSON.stringify(tests)}, ${JSON.stringify(conftests)})`,
      '    env = {name: value for name, value in os.environ.items() if len(value) < 200}',
      "    raise Exception('@@replay ' + json.dumps({'told': told[:400], 'env': env}))",
      '',
    ].join('\n'),
    folders,
  );
