# Loaded as sitecustomize by the project's own Python, where nothing of Assay can be imported: see ../mark-python.ts.
import builtins as _builtins, importlib as _importlib, json as _json, os as _os, sys as _sys, threading as _threading

_NONCE, _PIPE, _TOP = '__NONCE__', '__PIPE__', _os.path.abspath(_os.path.join(_os.getcwd(), *['..'] * int('__UPS__')))
_said, _busy, _state = set(), _threading.local(), {'pid': None, 'fd': None, 'n': 0, 'who': ''}

def _put(record):
    if _state['pid'] != _os.getpid():
        _state.update(pid=_os.getpid(), fd=_os.open(_PIPE, _os.O_WRONLY | _os.O_APPEND), n=0, who=_os.urandom(6).hex())
    text = _json.dumps(record)
    if len(text) > 3500:
        return
    _os.write(_state['fd'], ('%s %s %d . %s\n' % (_NONCE, _state['who'], _state['n'], text)).encode())
    _state['n'] += 1

def _tell(kind, source, target=''):
    key = (kind, source, target)
    if key not in _said:
        _said.add(key)
        _put({'k': kind, 'f': source, 't': target})

def _inside(path):
    if not isinstance(path, str) or not path or path[0] == '<':
        return None
    own = _os.path.abspath(path)
    if not own.startswith(_TOP + '/') or 'site-packages' in own or '__pycache__' in own:
        return None
    return own[len(_TOP) + 1:]

def _at_work(frame):
    while frame is not None:
        own = _inside(frame.f_code.co_filename)
        if own is not None:
            return own
        frame = frame.f_back
    return None

def _file_of(name):
    module = _sys.modules.get(name)
    return _inside(getattr(module, '__file__', None)) if module is not None else None

def _imported(name, fromlist, source):
    parts = name.split('.')
    names = ['.'.join(parts[:n + 1]) for n in range(len(parts))] + [name + '.' + each for each in (fromlist or ()) if isinstance(each, str)]
    for each in names:
        target = _file_of(each)
        if target is not None and target != source:
            _tell('i', source or '', target)

_import, _module = _builtins.__import__, _importlib.import_module

def _absolute(name, package, level):
    if not level:
        return name
    base = (package or '').rsplit('.', level - 1)[0]
    return base + '.' + name if name else base

def __import__(name, globals=None, locals=None, fromlist=(), level=0):
    made = _import(name, globals, locals, fromlist, level)
    source = None
    try:
        source = _at_work(_sys._getframe(1))
        package = (globals or {}).get('__package__') or ((globals or {}).get('__name__', '') if '__path__' in (globals or {}) else (globals or {}).get('__name__', '').rpartition('.')[0])
        _imported(_absolute(name, package, level), fromlist, source)
    except Exception:
        if source is not None:
            _tell('x', source)
    return made

def import_module(name, package=None):
    made = _module(name, package)
    _imported(made.__name__, (), _at_work(_sys._getframe(1)))
    return made

_builtins.__import__ = __import__
_importlib.import_module = import_module
_STARTS = {'subprocess.Popen', 'os.system', 'os.exec', 'os.posix_spawn', 'os.spawn', 'os.fork', 'os.forkpty', 'pty.spawn'}

def _heard(event, args):
    if event != 'open' and event != 'os.listdir' and event != 'os.scandir' and event not in _STARTS or getattr(_busy, 'on', False):
        return
    _busy.on = True
    try:
        frame = _sys._getframe(1)
        if event == 'open':
            path = args[0].decode('utf8', 'replace') if isinstance(args[0], bytes) else args[0]
            target = _inside(path)
            source = _at_work(frame) if target is not None else None
            if source is not None and target != source:
                _tell('i', source, target)
        elif event in _STARTS:
            source = _at_work(frame)
            if source is not None:
                _tell('d', source)
        elif 'importlib' not in frame.f_code.co_filename:
            target = _inside(_os.fspath(args[0]) if args and args[0] is not None and not isinstance(args[0], int) else '.')
            source = _at_work(frame) if target is not None else None
            if source is not None:
                _tell('d', source)
    except Exception:
        pass
    finally:
        _busy.on = False

_sys.addaudithook(_heard)
