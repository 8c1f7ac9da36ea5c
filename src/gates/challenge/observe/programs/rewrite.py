# Rewrites the syntax tree of a file, so that its functions, tests and assertions tell of themselves. Stands behind recorder.py.
import ast as _ast, copy as _copy

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
    # What is compared; `approx(x)` is x.
    for as_, part in (('g', test.left), ('w', test.comparators[0])):
        if _isinstance(part, _ast.Call) and getattr(part.func, 'attr', getattr(part.func, 'id', '')) == 'approx' and part.args:
            part.args[0] = call(as_, id, part.args[0])
        elif as_ == 'g':
            test.left = call('g', id, part)
        else:
            test.comparators = [call('w', id, part)]

def is_raises(made):
    return _isinstance(made, _ast.Call) and getattr(made.func, 'attr', getattr(made.func, 'id', '')) in ('raises', 'assertRaises', 'assertRaisesRegex')

def passed_over(node, id):
    # That an assertion has held is told behind it; where answers are other ones, that it has not, too, and the run goes on.
    done = _ast.Expr(call('d', id))
    if not OPTIONS['altered']:
        return [node, done]
    failed = _ast.ExceptHandler(type=name('Exception'), name=None, body=[_ast.Expr(call('d', id, _ast.Constant(value='n')))])
    return [_ast.Expr(call('q')), _ast.Try(body=[node], handlers=[failed], orelse=[done], finalbody=[])]

def copy_of(node, body):
    # A function that does the same as this one; whatever it is given is given to it.
    copied = _copy.deepcopy(node)
    copied.name, copied.decorator_list, copied.body, copied.returns = NAME + 'g', [], _copy.deepcopy(body) or [_ast.Pass()], None
    copied.args.defaults, copied.args.kw_defaults = [], [None for _ in copied.args.kwonlyargs]
    return copied

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
            if self.target['key'] + ':' + _str(node.lineno) in ASKING and node.name != '__init__':
                document = document + [copy_of(node, body)]
                enter.args.append(name(NAME + 'g'))
            if kind != 'generator':
                body = [Returns().visit(each) for each in body]
        node.body = document + guarded(node, body, enter, failed, ended)
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Assign(self, node):
        self.generic_visit(node)
        target = node.targets[0] if _len(node.targets) == 1 else None
        return self.valued(node, target)

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        return self.valued(node, node.target)

    def valued(self, node, target):
        # A name of the module that may stand for a function without a body here: whether it does shows as it runs.
        if self.target['tests'] or self.within or not _isinstance(target, _ast.Name) or not _isinstance(node.value, (_ast.Attribute, _ast.Call, _ast.Lambda, _ast.Subscript)):
            return node
        lines = self.target.get('lines')
        if lines is None or any(first <= (node.end_lineno or node.lineno) and last >= node.lineno for first, last in lines):
            node.value = call('m', _ast.Constant(value=self.target['key'] + ':' + _str(node.lineno)), node.value)
        return node

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
        # Nobody is meant to get to an assertion of nothing but words: `assert False`.
        self.tell(id, how, node, not all(_isinstance(each, (_ast.Constant, _ast.Compare, _ast.UnaryOp, _ast.operator, _ast.cmpop, _ast.unaryop)) for each in _ast.walk(plain)))
        return passed_over(node, id)

    def visit_With(self, node):
        self.generic_visit(node)
        raises = [at for at, item in enumerate(node.items) if is_raises(item.context_expr)]
        if not self.asserts or not raises:
            return node
        id = self.asked(node)
        self.tell(id, 'raises', node)
        inner = node.items[raises[-1] + 1:]
        # What stands behind the assertion may raise as it ends.
        if inner:
            node.items, node.body = node.items[:raises[-1] + 1], [_ast.With(items=inner, body=node.body)]
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
