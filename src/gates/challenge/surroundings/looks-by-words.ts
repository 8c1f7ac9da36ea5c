import { readFacts } from '#code/facts/facts.ts';
import { parseText } from '#code/parse/parse-text.ts';
import type { SyntaxNode } from '#code/parse/syntax-tree.ts';
import type { CodeLook, KnownVariables } from './look.ts';

/** What a language's standard library shows a program of its surroundings, as it is written. */
interface Words {
  readonly comment: RegExp;
  /** Each with its display name; those of the clock matter only where something is decided. */
  readonly looks: readonly RegExp[];
  readonly clock: RegExp;
  /** Of those: what depends on the platform alone. */
  readonly plain: RegExp;
  /** Written to, or passed to be written to: nothing is learnt from it. */
  readonly streams: RegExp;
  /** A variable by its name. */
  readonly variable: RegExp;
  readonly decides: RegExp;
}

const PYTHON: Words = {
  comment: /#.*$/gm,
  looks: [
    /\b(?:sys|inspect|traceback|gc|threading|multiprocessing|faulthandler|socket|platform|getpass|linecache|importlib|pkgutil|resource|signal|atexit|builtins|tracemalloc|psutil|site|ctypes|pwd|__main__)\.[A-Za-z_]\w*/g,
    /\bos\.(?:environ|getenv|getpid|getppid|getcwd|getlogin|getuid|uname|times|getloadavg|ttyname|isatty|fstat|get_terminal_size)\b/g,
    /\btime\.(?:tzname|timezone|altzone|daylight)\b|\blocale\.(?:getlocale|getdefaultlocale|localeconv|nl_langinfo|getpreferredencoding|setlocale)\b/g,
    // False under `python -O`.
    /\b__debug__\b/g,
    /\bwarnings\.filters\b|\blogging\.(?:root|getLogger\(\)|_\w+|lastResort)|\b_getframe\b|\bcurrentframe\b|\bget_objects\b/g,
    /\b(?:eval|exec|globals|__import__)\(/g,
    // The whole module, whatever is used of it.
    /(?<![\w.])(?:sys|os|inspect|gc|builtins)(?=\s*[,)\]])/g,
    // A file with a fixed name.
    /\b(?:open|exists|isfile|isdir|listdir|stat|getmtime|scandir|Path|glob|read_text)\(\s*(?:f?["']|__file__|os\.path\.\w+\(__file__)/g,
    /\bPath\(__file__\)/g,
  ],
  clock:
    /\b(?:time\.(?:time|monotonic|perf_counter|localtime|gmtime|process_time)\w*|datetime\.(?:datetime\.)?(?:now|today|utcnow)|date\.today)\b/g,
  plain:
    /^(sys\.(platform|version|version_info|maxsize|byteorder|getsizeof|exit|getdefaultencoding|getfilesystemencoding|hexversion|implementation|float_info|getrecursionlimit|intern|exc_info|maxunicode|hash_info|unraisablehook|excepthook|setrecursionlimit)|platform\.(system|python_version|python_implementation|machine)\w*|threading\.(Lock|RLock|Thread|Event|Condition|Semaphore|BoundedSemaphore|Timer|local|Barrier)|multiprocessing\.(Process|Queue|Pool|Lock|cpu_count)|signal\.(signal|SIG\w+|Signals|raise_signal)|atexit\.register|socket\.(socket|AF_\w+|SOCK_\w+|timeout|error|gaierror|create_connection|inet_\w+|SOL_\w+|SO_\w+)|inspect\.(signature|isclass|isfunction|ismethod|iscoroutine\w*|isgenerator\w*|isawaitable|Parameter|Signature|getdoc|cleandoc|getmro|isabstract|isbuiltin|isroutine|ismodule|unwrap|isasyncgen\w*|getattr_static|getmembers|_empty|getfullargspec)|importlib\.(resources|metadata)|traceback\.(format_exc|format_exception\w*|print_exc|print_exception|TracebackException|extract_tb|format_tb|StackSummary|print_tb|walk_tb)|builtins\.[A-Za-z]\w*|resource\.RLIMIT\w*)$/,
  streams:
    /\bfile\s*=\s*sys\.std(?:out|err)\b|\bsys\.std(?:out|err)\.(?:write|writelines|flush|buffer|encoding)\b|\bsys\.stdin\.(?:read|readline|readlines|buffer)\b/g,
  variable: /\bos\.(?:environ(?:\.get\(|\.pop\(|\[)|getenv\()\s*["'](\w+)["']/g,
  decides: /^\s*(?:if|elif|while|assert)\b|\bif\b.*\belse\b|[<>=!]=|[<>]|\band\b|\bor\b|\bnot\b/,
};

const GO: Words = {
  comment: /\/\/.*$|\/\*[\s\S]*?\*\//gm,
  looks: [
    /\b(?:runtime|debug|flag|testing|user)\.[A-Z]\w*/g,
    /\bos\.(?:Args|Environ|Getenv|LookupEnv|Getpid|Getppid|Hostname|Getwd|Executable|Getuid|Geteuid|Stdin|ExpandEnv)\b/g,
    /\bos\.(?:ReadFile|Open|Stat|Lstat|ReadDir|Readlink)\(\s*["`]/g,
  ],
  clock: /\btime\.(?:Now|Since|Until)\b/g,
  plain:
    /^(runtime\.(GOOS|GOARCH|GOMAXPROCS|NumCPU|KeepAlive|Gosched|SetFinalizer|Error|GC|Version|MemStats|ReadMemStats|GOROOT)|flag\.[A-Z]\w*(Var|Flag|Set|Value|Usage|Parse)?)$/,
  streams: /\bfmt\.Fprint\w*\(os\.Std\w+/g,
  variable: /\bos\.(?:Getenv|LookupEnv)\(\s*["`](\w+)["`]/g,
  decides: /^\s*(?:if|for|switch|case)\b|[<>=!]=|[<>]|&&|\|\|/,
};

const RUST: Words = {
  comment: /\/\/.*$|\/\*[\s\S]*?\*\//gm,
  looks: [
    /\b(?:std::)?env::(?:args|args_os|vars|vars_os|var|var_os|current_dir|current_exe)\b/g,
    /\b(?:std::)?process::id\b|\bthread::current\b|\bBacktrace\b|\bLocation::caller\b/g,
    // Code built for a platform knows it from the build.
    /\bcfg!\((?!\s*(?:not\(|any\(|all\()*\s*(?:target_|unix\b|windows\b))/g,
    /\b(?:option_env|env)!\(/g,
    /\bfs::(?:read\w*|metadata|exists)\(\s*"|\bPath::new\(\s*"|\bFile::open\(\s*"/g,
  ],
  clock: /\b(?:SystemTime|Instant)::now\b/g,
  plain: /^$/,
  streams: /$^/g,
  variable: /\benv::var(?:_os)?\(\s*"(\w+)"/g,
  decides: /^\s*(?:if|while|match)\b|\bif\b|[<>=!]=|&&|\|\|/,
};

const LANGUAGES: Readonly<Record<string, Words>> = { python: PYTHON, go: GO, rust: RUST };

/** What a file of these languages uses besides its arguments. */
export async function looksByWords(text: string, language: string, variables: KnownVariables): Promise<CodeLook[]> {
  const words = LANGUAGES[language];
  if (!words) return [];
  const functions = await functionsIn(text, language);
  const conditions = await conditionsIn(text, language);
  const spoken = unaliased(text.replace(words.comment, (found) => found.replaceAll(/[^\n]/g, ' ')));
  const tainted = new Map<string, string>();
  const kept: Kept[] = [];
  const found: CodeLook[] = [];
  const lines = spoken.split('\n');
  for (const [n, line] of lines.entries()) {
    if (/^\s*(import|from|use|package)\b/.test(line)) continue;
    const around = functions.filter(({ first, last }) => first <= n + 1 && last >= n + 1);
    const within = around.map(({ line }) => line).sort((a, b) => a - b);
    const decides = words.decides.test(line);
    const add = (what: string, clock: boolean): void => {
      const [, name] = /^(?:var |let |static |const )?([A-Za-z_]\w*)(?::[^=]*)?\s*:?=(?!=)/.exec(line) ?? [];
      const own = keptBy(line, what, lines, around);
      if (own) kept.push({ ...own, clock });
      if (within.length === 0 && name) tainted.set(name, `${name}, which holds ${what}`);
      else
        found.push({
          ...{ line: n + 1, what, within, decides, clock },
          ...(decides ? conditionAt(conditions, n + 1) : {}),
        });
    };
    for (const what of looksIn(line, words, variables)) add(what, false);
    for (const [what] of line.matchAll(words.clock)) add(what, true);
    if (within.length > 0)
      for (const [name, what] of tainted) if (new RegExp(`\\b${name}\\b`).test(line)) add(what, false);
    const { condition } = conditionAt(conditions, n + 1);
    const decided = condition ? line : '';
    for (const { name, of, first, last, clock } of kept)
      if (condition && n + 1 >= first && n + 1 <= last && new RegExp(`(?<![\\w.])${name}`).test(decided))
        if (!clock || /[<>!=]=|[<>]|\.(After|Before)\(/.test(decided))
          found.push({ line: n + 1, what: of, within, decides: true, clock, condition });
  }
  return found;
}

/** Where a function keeps what it saw, to decide by it later. */
interface Kept {
  /** As a pattern. */
  readonly name: string;
  readonly of: string;
  readonly first: number;
  readonly last: number;
  readonly clock: boolean;
}

/** In a variable of the function, in a field, or as its result; not as an argument of some other function. */
function keptBy(
  line: string,
  what: string,
  lines: readonly string[],
  around: readonly Range[],
): Omit<Kept, 'clock'> | null {
  const inner = around.toSorted((a, b) => b.first - a.first)[0];
  const [, name, returned] =
    /^\s*(?:(?:let (?:mut )?|var )?((?:self\.)?[A-Za-z_]\w*)(?:\s*,\s*\w+)*(?:\s*:[^=]*)?\s*:?=(?!=)|(return)\b)/.exec(
      line,
    ) ?? [];
  if (!inner || (name === undefined && returned === undefined) || CONTENTS.test(what)) return null;
  const at = line.indexOf(what);
  const rest = line.slice(at + what.length).replace(/^[\w.]*(\([^()]*\))?/, '');
  const right = `${line.slice(line.search(/=|\breturn\b/), at)}${rest}`;
  if (/\w\(/.test(right.replaceAll(/\b(int|float|str|bool|round|abs|return)\(/g, '('))) return null;
  const of = (kept: string) => `${kept}, which holds ${what}`;
  if (name?.startsWith('self.'))
    return { name: `${name.replace('.', '\\.')}\\b`, of: of(name), first: 1, last: lines.length };
  if (name !== undefined) return { name: `${name}\\b`, of: of(name), first: inner.first, last: inner.last };
  const fn = /\b(?:def|func|fn)\s+(?:\([^)]*\)\s*)?(\w+)/.exec(lines[inner.line - 1] ?? '')?.[1];
  return fn === undefined ? null : { name: `(?:self\\.)?${fn}\\(`, of: of(`${fn}()`), first: 1, last: lines.length };
}

/** What is read or loaded has contents of its own. */
const CONTENTS =
  /^(os\.(ReadFile|Open|environ)|open|Path|glob|read_text|fs::|File::|eval|exec|globals|__import__|importlib)/;

/** The same text with its imported names resolved. Lines stay. */
function unaliased(text: string): string {
  const names = new Map<string, string>();
  for (const [, from = '', list = ''] of text.matchAll(
    /^[ \t]*from\s+([\w.]+)\s+import\s+\(?([^()\n]*(?:\n[^()]*(?=\)))?)/gm,
  ))
    for (const [, name = '', as = name] of list.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g)) names.set(as, `${from}.${name}`);
  for (const [, list = ''] of text.matchAll(/^[ \t]*import\s+(\w[^\n"(]*)$/gm))
    for (const [, name = '', as] of list.matchAll(/([\w.]+)\s+as\s+(\w+)/g)) if (as) names.set(as, name);
  for (const [, as = '', name = ''] of text.matchAll(/^\s*(?:import\s+)?(\w+)\s+"(?:\w+\/)*(\w+)"/gm))
    if (as !== 'import') names.set(as, name);
  for (const [, path = '', as] of text.matchAll(/^\s*(?:pub\s+)?use\s+([\w:]+)(?:\s+as\s+(\w+))?;/gm))
    names.set(as ?? path.slice(path.lastIndexOf(':') + 1), path);
  return text
    .split('\n')
    .map((line) =>
      /^\s*(import|from|use|package)\b/.test(line)
        ? line
        : line.replaceAll(/(?<![\w.:"'])[A-Za-z_]\w*/g, (word) => names.get(word) ?? word),
    )
    .join('\n');
}

interface Range {
  /** Of its name. */
  readonly line: number;
  readonly first: number;
  readonly last: number;
}

async function functionsIn(text: string, language: string): Promise<Range[]> {
  if (language === 'python') {
    const read = await readFacts(text, language);
    const own = read.ok ? read.facts.symbols.filter(({ kind, hasBody }) => hasBody && FUNCTIONS.test(kind)) : [];
    return own.map(({ at, lines }) => ({ ...lines, line: text.slice(0, at).split('\n').length }));
  }
  const parsed = await parseText(text, language);
  const found: Range[] = [];
  const visit = (node: SyntaxNode): void => {
    const [first, last] = [node.firstLine, text.slice(0, node.end).split('\n').length];
    if (BODIES.test(node.type)) found.push({ first, last, line: first });
    for (const part of node.parts) visit(part);
  };
  if (parsed.ok) visit(parsed.tree.root);
  return found;
}

/** Conditions of `if`, `while` and conditional expressions, the smallest first. */
async function conditionsIn(text: string, language: string): Promise<(Range & { start: number; end: number })[]> {
  const parsed = await parseText(text, language);
  const found: (Range & { start: number; end: number })[] = [];
  const visit = (node: SyntaxNode): void => {
    // `a if condition else b`
    const condition =
      node.type === 'conditional_expression'
        ? node.parts[1]
        : /^(if_statement|elif_clause|while_statement|if_expression)$/.test(node.type)
          ? node.child('condition')
          : undefined;
    if (condition) {
      const { start, end, firstLine: first } = condition;
      found.push({ start, end, first, last: text.slice(0, end).split('\n').length, line: first });
    }
    for (const part of node.parts) visit(part);
  };
  if (parsed.ok) visit(parsed.tree.root);
  return found.sort((a, b) => a.end - a.start - (b.end - b.start));
}

function conditionAt(
  conditions: readonly (Range & { start: number; end: number })[],
  line: number,
): Pick<CodeLook, 'condition'> {
  const condition = conditions.find(({ first, last }) => first <= line && last >= line);
  return condition ? { condition: { start: condition.start, end: condition.end } } : {};
}

const FUNCTIONS = /^(function|method|constructor|getter|setter)$/;
const BODIES = /^(function_declaration|method_declaration|function_item)$/;

function looksIn(line: string, words: Words, variables: KnownVariables): string[] {
  // A variable that is not set where tests run reveals nothing of them.
  const rest = line.replace(words.variable, (found: string, name: string) =>
    Object.hasOwn(variables, name) ? found : '',
  );
  const strings = rest
    .replace(words.streams, '')
    .replace(/(["'])(?:\\.|(?!\1).)*\1/g, (_, quote: string) => quote + quote);
  const found = words.looks.flatMap((look) =>
    [...strings.matchAll(look)].map(([what]) => what.replace(/\(\s*.*$/, '')),
  );
  return [...new Set(found)].filter((what) => !words.plain.test(what));
}
