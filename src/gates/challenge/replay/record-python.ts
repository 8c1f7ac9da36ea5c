/** The same for Python: assertions of the test files are written down, `pytest` is a stand-in that nobody can see. */
export const DRIVER = String.raw`
import ast, inspect, json, os, re, sys, tempfile, types
from pathlib import Path

ROOT = os.getcwd()
NOW = None
KNOWN = {}

def show(value):
    try:
        text = repr(value)
    except Exception as error:
        text = type(value).__name__
    return re.sub(r'0x[0-9a-f]{6,}', '0x…', text.replace(ROOT, '.'))[:400]

def fault(error):
    return (type(error).__name__ + ': ' + str(error)).replace(ROOT, '.')[:300]

class Recorder:
    @staticmethod
    def record(make):
        try:
            NOW.append(show(make()))
        except Exception as error:
            NOW.append('throws ' + fault(error))

class Raises:
    def __init__(self, kinds):
        self.kinds = kinds
        self.value = None
    def __enter__(self):
        return self
    def __exit__(self, kind, error, trace):
        NOW.append('raises ' + fault(error) if error else 'raises nothing')
        self.value = error
        return error is not None and isinstance(error, self.kinds)

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
        return value
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
        node.names = [name for name in node.names if name.name.split('.')[0] != 'pytest']
        return node if node.names else ast.copy_location(ast.Pass(), node)
    def visit_ImportFrom(self, node):
        if node.module and node.module.split('.')[0] in ('pytest', 'hypothesis', 'unittest'):
            raise NotImplementedError(node.module)
        return node
    def visit_AsyncFunctionDef(self, node):
        raise NotImplementedError('async')
    def visit_Assert(self, node):
        test = node.test
        parts = [test.left, *test.comparators] if isinstance(test, ast.Compare) else [test]
        looked = [part for part in parts if not isinstance(part, ast.Constant)] or parts[:1]
        made = []
        for part in looked:
            call = ast.Call(
                func=ast.Attribute(value=ast.Name(id='recorder__', ctx=ast.Load()), attr='record', ctx=ast.Load()),
                args=[ast.Lambda(args=ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]), body=part)],
                keywords=[],
            )
            made.append(ast.copy_location(ast.Expr(value=call), node))
        return [ast.fix_missing_locations(each) for each in made]

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
    module.recorder__ = Recorder
    exec(compile(tree, module.__file__, 'exec'), module.__dict__)
    for key, value in list(module.__dict__.items()):
        if is_own(value) and value.__module__ != name:
            module.__dict__[key] = wrap(key, value)
    return module

def fixture(name, module, used):
    if name == 'tmp_path':
        return Path(tempfile.mkdtemp())
    made = module.__dict__.get(name)
    if not getattr(made, 'fixture__', False):
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
        elif name.startswith('Test') and isinstance(value, type):
            for inner, method in list(value.__dict__.items()):
                if inner.startswith('test') and isinstance(method, types.FunctionType):
                    yield name + '.' + inner, method, method.__get__(value())

def replay(files):
    global NOW
    told = []
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
                used = []
                try:
                    wanted = [each for each in inspect.signature(call).parameters if each not in row]
                    call(**row, **{each: fixture(each, module, used) for each in wanted})
                except NotImplementedError:
                    continue
                except Exception as error:
                    NOW.append('ends with ' + fault(error))
                told.append({'test': name + (' #' + str(n) if row else ''), 'values': NOW})
    return told

def calls():
    return [{'name': one['name'], 'module': one['module'], 'parameters': one['value'].__code__.co_argcount, 'calls': one['calls']} for one in KNOWN.values()]

def main(files, inputs):
    def tell(what):
        os.write(1, ('\n@@replay ' + json.dumps(what) + '\n').encode())
    try:
        tell({'told': replay(files), 'calls': calls()})
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

export const PYTHON_MAIN = (
  driver: string,
  folders: readonly string[],
  files: readonly string[],
  inputs: string | null,
): string =>
  paths(
    `import json, ${driver} as driver\ndriver.main(${JSON.stringify(files)}, ${inputs === null ? '[]' : `json.load(open(${JSON.stringify(inputs)}))`})\n`,
    folders,
  );

export const PYTHON_INSIDE = (driver: string, folders: readonly string[], files: readonly string[]): string =>
  paths(
    [
      `import json, ${driver} as driver`,
      'def test_replay():',
      `    told = driver.replay(${JSON.stringify(files)})`,
      '    env = {name: value for name, value in os.environ.items() if len(value) < 200}',
      "    raise Exception('@@replay ' + json.dumps({'told': told[:400], 'env': env}))",
      '',
    ].join('\n'),
    folders,
  );
