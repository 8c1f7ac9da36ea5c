# Rewrites the files of the change as they are loaded, by whatever way. Stands behind rewrite.py.
import importlib.machinery as _machinery

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
