import { KNOWN_RUNNERS, runnerVariables } from '#project/test-runners/known-runners.ts';
import { ALTER_PYTHON } from './alter-python.ts';
import { VALUES_PYTHON } from './values-python.ts';

export interface PythonTarget {
  /** From the project's folder. */
  readonly path: string;
  readonly key: string;
  /** Changed lines, of a source; all without it. */
  readonly lines?: readonly (readonly [first: number, last: number])[];
  readonly tests: boolean;
  /** Whether assertions are left as they are. */
  readonly bodiesOnly?: boolean;
}

export interface PythonRecorderOptions {
  readonly nonce: string;
  readonly pipe: string;
  readonly masked: boolean;
  /** Whether the changed functions give other answers than their own, and assertions that fail are told of and passed over. */
  readonly altered: boolean;
  readonly targets: readonly PythonTarget[];
}

/**
 * A `sitecustomize` for the run: when a file of the change is loaded, by whatever way, its syntax tree is rewritten, and
 * the file itself is not. Functions, tests and assertions then tell of themselves as they run.
 */
export const recorderPython = (options: PythonRecorderOptions): string =>
  `${VALUES_PYTHON}\nOPTIONS = _json.loads(${pythonText(JSON.stringify(options))})\n${ALTER_PYTHON}\n${BODY}`;

const pythonText = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Modules whose presence tells a program that it is under test. */
const PYTHON_MODULES = KNOWN_RUNNERS.filter(({ family }) => family === 'python')
  .flatMap(({ imports }) => imports.flatMap((name) => [`'${name}'`, `'_${name}'`]))
  .join(', ');

const BODY = `
import ast as _ast, copy as _copy, importlib.machinery as _machinery

OUT = Writer(OPTIONS['pipe'], OPTIONS['nonce'])
TARGETS = {_os.path.join(ROOT, target['path']): target for target in OPTIONS['targets']}

def held_by(value):
    # What an object holds, where all of it is plain data.
    own = getattr(value, '__dict__', None)
    return encode(own) if _type(own) is dict and '$' not in own else None

class Recorder:
    test, depth, made, known, held, asked, masks, told, objects = None, 0, {}, {}, {}, {}, 0, False, 0
    MARKS = _re.compile(r'^(${runnerVariables('python')}|CI$|HYPOTHESIS)')

    def hide(self):
        self.masks += 1
        if self.masks > 1 or not OPTIONS['masked']:
            return
        env = _os.environ
        self.kept = ({name: env[name] for name in list(env) if self.MARKS.match(name)}, {name: _sys.modules[name] for name in (${PYTHON_MODULES}) if name in _sys.modules}, _sys.argv)
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

    def i(self, id, args, names, bound, kind):
        first = id not in self.made
        self.made[id] = self.made.get(id, 0) + 1
        if first:
            OUT.put({'k': 'e', 'f': id})
        full = None
        if self.known.get(id, 0) < 60 and self.made[id] <= 5000:
            state, given = None, list(args)
            if bound == 'method':
                state, given = held_by(given[0]), given[1:]
            text = None if bound is True else encode({'args': given, 'names': names})
            key = id + '#' + _str(state) + _str(text)
            if key not in self.known if text is not None else self.held.get(id, 0) < 3:
                self.known[key] = 1
                self.known[id] = self.known.get(id, 0) + 1
                if text is None:
                    self.held[id] = self.held.get(id, 0) + 1
                full = {'k': 'c', 'f': id, 'a': text, 't': 1 if bound else 0, 'top': self.depth == 0, 'x': self.test, 'o': None}
                if state is not None and self.depth == 0:
                    self.objects += 1
                    full.update({'h': OUT.who + '.' + _str(self.objects), 's': 0, 'st': state})
        other = call_of(id, args, names, bound) if OPTIONS['altered'] and self.depth == 0 and bound != 'inner' else None
        self.depth += 1
        self.hide()
        return [full, False, kind, other]

    def o(self, call, value):
        full, ended, kind, other = call
        if other is not None:
            return alter(value, call[3], self.test, OUT.put)
        if full is not None and not ended and kind != 'generator':
            call[1] = True
            full['o'] = ('resolves ' if kind == 'async' else '') + show(value)
            OUT.put(full)
        return value

    def t(self, call, error):
        full, ended, kind, _ = call
        if full is not None and not ended:
            call[1] = True
            full['o'] = ('rejects ' if kind == 'async' else 'throws ') + fault(error)
            OUT.put(full)

    def f(self, call):
        self.depth -= 1
        self.back()
        full, ended, kind, _ = call
        if full is not None and not ended:
            call[1] = True
            full['o'] = 'generator' if kind == 'generator' else 'resolves None' if kind == 'async' else 'None'
            OUT.put(full)

    def b(self, id):
        if self.test is None and not self.told:
            self.told = True
            OUT.put({'k': 'v', 'env': {name: value for name, value in _os.environ.items() if _len(value) < 200}})
        OUT.put({'k': 'b', 'x': id, 'w': OUT.who, 'pid': _getpid(), 'parent': _os.getppid()})
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
            OUT.put({**({'y': list(DURING)} if k == 'n' else {}), 'k': k, 'i': id, 'x': self.test, 'w': [] if wanted is None else [wanted], **({} if given is None else {'g': given})})

def name(id):
    return _ast.Name(id=id, ctx=_ast.Load())

def call(method, *args):
    return _ast.Call(func=_ast.Attribute(value=name(NAME), attr=method, ctx=_ast.Load()), args=list(args), keywords=[])

NAME = '_r' + OPTIONS['nonce'][:8]

def guarded(first, body, enter, failed, ended):
    variable = NAME + 'v'
    handler = _ast.ExceptHandler(type=name('BaseException'), name=NAME + 'e', body=[_ast.Expr(call(failed, name(variable), name(NAME + 'e'))), _ast.Raise(exc=None, cause=None)])
    return [
        _ast.Assign(targets=[_ast.Name(id=variable, ctx=_ast.Store())], value=enter),
        _ast.Try(body=body or [_ast.Pass()], handlers=[handler], orelse=[], finalbody=[_ast.Expr(call(ended, name(variable)))]),
    ]

class Returns(_ast.NodeTransformer):
    def visit_FunctionDef(self, node):
        return node
    visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = visit_FunctionDef
    def visit_Return(self, node):
        if node.value is not None:
            node.value = call('o', name(NAME + 'v'), node.value)
        return node

def yields(node):
    def look(at):
        for child in _ast.iter_child_nodes(at):
            if _isinstance(child, (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda, _ast.ClassDef)):
                continue
            if _isinstance(child, (_ast.Yield, _ast.YieldFrom)) or look(child):
                return True
        return False
    return look(node)

def equality(args):
    return _len(args) > 0 and _isinstance(args[0], _ast.Compare) and _len(args[0].ops) == 1 and _isinstance(args[0].ops[0], _ast.Eq)

def sides(id, test):
    # What is compared; \`approx(x)\` is x.
    for as_, part in (('g', test.left), ('w', test.comparators[0])):
        if _isinstance(part, _ast.Call) and getattr(part.func, 'attr', getattr(part.func, 'id', '')) == 'approx' and part.args:
            part.args[0] = call(as_, id, part.args[0])
        elif as_ == 'g':
            test.left = call('g', id, part)
        else:
            test.comparators = [call('w', id, part)]

def passed_over(node, id):
    # That an assertion has held is told behind it; where answers are other ones, that it has not, too, and the run goes on.
    done = _ast.Expr(call('d', id))
    if not OPTIONS['altered']:
        return [node, done]
    failed = _ast.ExceptHandler(type=name('Exception'), name=None, body=[_ast.Expr(call('d', id, _ast.Constant(value='n')))])
    return [_ast.Expr(call('q')), _ast.Try(body=[node], handlers=[failed], orelse=[done], finalbody=[])]

class Rewrite(_ast.NodeTransformer):
    def __init__(self, target):
        self.target, self.within, self.names, self.count, self.test = target, [], [], 0, None
        self.asserts = target['tests'] and not target.get('bodiesOnly')

    def visit_ClassDef(self, node):
        self.within.append('class')
        self.names.append(node.name)
        self.generic_visit(node)
        self.within.pop()
        self.names.pop()
        return node

    def visit_FunctionDef(self, node):
        bound = self.within[-1:] == ['class'] and not any(_isinstance(each, _ast.Name) and each.id == 'staticmethod' for each in node.decorator_list)
        plain = not node.decorator_list and node.name != '__init__' and (node.args.posonlyargs or node.args.args)
        bound = 'method' if bound and plain and self.within == ['class'] else bound
        inner = 'function' in self.within
        is_test = self.target['tests'] and node.name.startswith('test') and not inner
        if is_test:
            self.test = self.target['key'] + ':' + '.'.join([*self.names, node.name])
        self.within.append('function')
        self.generic_visit(node)
        self.within.pop()
        document = node.body[:1] if node.body and _isinstance(node.body[0], _ast.Expr) and _isinstance(node.body[0].value, _ast.Constant) and _isinstance(node.body[0].value.value, _str) else []
        body = node.body[_len(document):]
        if self.target['tests']:
            if not is_test:
                return node
            enter, failed, ended = call('b', _ast.Constant(value=self.test)), 'bt', 'bf'
            self.test = None
        else:
            lines = self.target.get('lines')
            if lines is not None and not any(first <= (node.end_lineno or node.lineno) and last >= node.lineno for first, last in lines):
                return node
            given = node.args
            args = [name(each.arg) for each in given.posonlyargs + given.args]
            if given.vararg:
                args.append(_ast.Starred(value=name(given.vararg.arg), ctx=_ast.Load()))
            keys = [_ast.Constant(value=each.arg) for each in given.kwonlyargs]
            names = _ast.Dict(keys=[*keys, *([None] if given.kwarg else [])], values=[*(name(each.arg) for each in given.kwonlyargs), *([name(given.kwarg.arg)] if given.kwarg else [])])
            kind = 'generator' if yields(node) else 'async' if _isinstance(node, _ast.AsyncFunctionDef) else 'plain'
            enter = call('i', _ast.Constant(value=self.target['key'] + ':' + _str(node.lineno)), _ast.Tuple(elts=args, ctx=_ast.Load()), names, _ast.Constant(value='inner' if inner and OPTIONS['altered'] else bound), _ast.Constant(value=kind))
            failed, ended = 't', 'f'
            if kind != 'generator':
                body = [Returns().visit(each) for each in body]
        node.body = document + guarded(node, body, enter, failed, ended)
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def asked(self, node):
        self.count += 1
        return _ast.Constant(value=self.target['key'] + 'a' + _str(node.lineno) + '.' + _str(self.count))

    def tell(self, id, how, node, must=True):
        OUT.put({'k': 'h', 'i': id.value, 'how': how, 'line': node.lineno, 'x': self.test, 'must': must})

    def visit_Assert(self, node):
        self.generic_visit(node)
        if not self.asserts:
            return node
        id, test = self.asked(node), node.test
        plain = _copy.deepcopy(test)
        how = 'ok'
        if _isinstance(test, _ast.Compare):
            how = '==' if _len(test.ops) == 1 and _isinstance(test.ops[0], _ast.Eq) else ''
            if how and any(_isinstance(part, _ast.Call) and getattr(part.func, 'attr', getattr(part.func, 'id', '')) == 'approx' for part in (test.left, *test.comparators)):
                how = ''
            if how or (_len(test.ops) == 1 and _isinstance(test.ops[0], (_ast.Eq, _ast.Is, _ast.In))):
                sides(id, test)
        else:
            node.test = call('g', id, test)
        # Nobody is meant to get to an assertion of nothing but words: \`assert False\`.
        self.tell(id, how, node, not all(_isinstance(each, (_ast.Constant, _ast.Compare, _ast.UnaryOp, _ast.operator, _ast.cmpop, _ast.unaryop)) for each in _ast.walk(plain)))
        return passed_over(node, id)

    def visit_With(self, node):
        self.generic_visit(node)
        made = [item.context_expr for item in node.items]
        if not self.asserts or not any(_isinstance(each, _ast.Call) and getattr(each.func, 'attr', getattr(each.func, 'id', '')) in ('raises', 'assertRaises', 'assertRaisesRegex') for each in made):
            return node
        id = self.asked(node)
        self.tell(id, 'raises', node)
        node.body.append(_ast.Expr(call('n', id)))
        return [node, _ast.Expr(call('d', id))]

    def visit_Expr(self, node):
        self.generic_visit(node)
        made = node.value
        if not self.asserts or not _isinstance(made, _ast.Call) or not _isinstance(made.func, _ast.Attribute) or not ASSERTS.match(made.func.attr):
            return node
        id, how = self.asked(node), 'ok' if made.func.attr == 'assertTrue' and not equality(made.args) else '==' if made.func.attr in ('assertEqual', 'assertListEqual', 'assertDictEqual', 'assertTupleEqual') else ''
        self.tell(id, how, node)
        if how == '':
            if equality(made.args):
                sides(id, made.args[0])
            elif _len(made.args) > 1 and 'Not' not in made.func.attr and 'Raises' not in made.func.attr and not any(_isinstance(each, _ast.Starred) for each in made.args):
                made.args[:2] = [call('g', id, made.args[0]), call('w', id, made.args[1])]
            return passed_over(node, id)
        if made.args and not any(_isinstance(each, _ast.Starred) for each in made.args):
            made.args[0] = call('g', id, made.args[0])
            if how == '==' and _len(made.args) > 1:
                made.args[1] = call('w', id, made.args[1])
        return passed_over(node, id)

ASSERTS = _re.compile(r'^assert([A-Z]|_)')

RECORDER = Recorder()
import builtins as _builtins
setattr(_builtins, NAME, RECORDER)

def located(tree):
    # New nodes have the place of what they stand around.
    def place(node, line):
        line = getattr(node, 'lineno', None) or line
        for child in _ast.iter_child_nodes(node):
            if _isinstance(child, (_ast.stmt, _ast.expr, _ast.ExceptHandler)) and not hasattr(child, 'lineno'):
                known = [each.lineno for each in _ast.walk(child) if hasattr(each, 'lineno')]
                child.lineno = child.end_lineno = min(known) if known else line
                child.col_offset = child.end_col_offset = 0
            place(child, line)
    place(tree, 1)
    return tree

_parse, _code = _ast.parse, _machinery.SourceFileLoader.source_to_code

def parse(source, filename='<unknown>', *args, **kwargs):
    tree = _parse(source, filename, *args, **kwargs)
    path = _os.path.abspath(_os.fspath(filename)) if _isinstance(filename, (_str, _os.PathLike)) else ''
    return _instrument(tree, path) if path in TARGETS and _isinstance(tree, _ast.Module) else tree

def _instrument(tree, path):
    target = TARGETS[path]
    try:
        made = located(Rewrite(target).visit(tree))
        OUT.put({'k': 'l', 'path': target['path']})
        return made
    except Exception as error:
        OUT.put({'k': 'u', 'path': target['path'], 'm': fault(error)})
        return tree

def source_to_code(self, data, path, *args, **kwargs):
    at = _os.path.abspath(_os.fspath(path))
    if at in TARGETS and not _isinstance(data, _ast.AST):
        tree = _instrument(_parse(data, at), at)
        if not TARGETS[at]['tests']:
            without_signs(tree)
        return compile(tree, path, 'exec', dont_inherit=True)
    return _code(self, data, path, *args, **kwargs)

def without_signs(tree):
    # What is looked at while a module is loaded is looked at without a sign of a test as well.
    at = 0
    while at < _len(tree.body) and (_isinstance(tree.body[at], _ast.ImportFrom) and tree.body[at].module == '__future__' or _isinstance(tree.body[at], _ast.Expr) and _isinstance(tree.body[at].value, _ast.Constant)):
        at += 1
    if OPTIONS['masked']:
        tree.body[at:] = [_ast.Expr(call('hide')), _ast.Try(body=tree.body[at:] or [_ast.Pass()], handlers=[], orelse=[], finalbody=[_ast.Expr(call('back'))])]
        located(tree)

_ast.parse = parse
_machinery.SourceFileLoader.source_to_code = source_to_code
`;
