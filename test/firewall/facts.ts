import type { FactReference } from '#knowledge/firewall/fact.ts';

/** One thing a model may want remembered: its sentence, and what it declares with it. */
export interface SaidFact {
  readonly kind: 'file' | 'symbol' | 'edge' | 'pattern' | 'citation' | 'number' | 'sentence';
  readonly statement: string;
  readonly references: readonly FactReference[];
}

export interface Attacked {
  /** As its owner calls it. */
  readonly repository: string;
  readonly commit: string;
  /** Read as a document, for citations. */
  readonly document: string;
  readonly holds: readonly SaidFact[];
  readonly invented: readonly SaidFact[];
}

export const file = (statement: string, path: string): SaidFact => ({
  kind: 'file',
  statement,
  references: [{ kind: 'file', path }],
});
export const symbol = (statement: string, name: string, path?: string): SaidFact => ({
  kind: 'symbol',
  statement,
  references: [{ kind: 'symbol', name, ...(path === undefined ? {} : { path }) }],
});
export const edge = (statement: string, from: string, kind: 'calls' | 'imports' | 'defines', to: string): SaidFact => ({
  kind: 'edge',
  statement,
  references: [{ kind: 'edge', edge: kind, from, to }],
});
export const pattern = (statement: string, text: string, path?: string): SaidFact => ({
  kind: 'pattern',
  statement,
  references: [{ kind: 'pattern', text, ...(path === undefined ? {} : { path }) }],
});
export const citation = (statement: string, document: string, quote: string): SaidFact => ({
  kind: 'citation',
  statement,
  references: [{ kind: 'citation', document, quote }],
});
export const number = (
  statement: string,
  of: 'lines' | 'symbols' | 'importers' | 'callers',
  subject: string,
  value: number,
): SaidFact => ({
  kind: 'number',
  statement,
  references: [{ kind: 'number', of, subject, value }],
});
/** Declares nothing, or something true that hides the rest: the sentence itself has to be read. */
export const sentence = (statement: string, ...references: FactReference[]): SaidFact => ({
  kind: 'sentence',
  statement,
  references,
});

/** Facts about three repositories that nothing else here is built with. Names and numbers only; their code is not kept. */
export const ATTACKED: readonly Attacked[] = [
  {
    repository: 'andialbrecht/sqlparse',
    commit: '60cdc649726bf1bc4f1b336050560b336da715ec',
    document: 'README.md',
    holds: [
      file('Options are validated in the formatter', 'sqlparse/formatter.py'),
      symbol('The lexer is a class of its own', 'Lexer', 'sqlparse/lexer.py'),
      symbol(
        'Statements are split by a class with state',
        'StatementSplitter',
        'sqlparse/engine/statement_splitter.py',
      ),
      symbol('Quotes around a name are taken off by a helper', 'remove_quotes', 'sqlparse/utils.py'),
      symbol('The default lexer is a singleton', 'Lexer.get_default_instance'),
      symbol('How deep grouping may go is a constant', 'MAX_GROUPING_DEPTH', 'sqlparse/engine/grouping.py'),
      edge('parse builds on parsestream', 'parse', 'calls', 'parsestream'),
      edge('The stack reads tokens from the lexer', 'FilterStack.run', 'calls', 'tokenize'),
      edge('The lexer skips what it has read', 'Lexer.get_tokens', 'calls', 'consume'),
      edge('The formatter uses the filters', 'sqlparse/formatter.py', 'imports', 'sqlparse/filters/__init__.py'),
      edge('The lexer knows the keywords', 'sqlparse/lexer.py', 'imports', 'sqlparse/keywords.py'),
      pattern(
        'Too deep statements are an error',
        'Maximum recursion depth exceeded',
        'sqlparse/engine/filter_stack.py',
      ),
      number('The utilities are small', 'lines', 'sqlparse/utils.py', 124),
      sentence('`validate_options` in sqlparse/formatter.py raises `SQLParseError` for a bad option'),
      sentence('`Lexer.default_initialization` calls `add_keywords` and `set_SQL_REGEX`'),
      sentence('`tokenize` is defined in `lexer.py`, and sqlparse/lexer.py has 174 lines'),
    ],
    invented: [
      file('Options are validated in the formatter', 'sqlparse/formater.py'),
      file('Grouping is done by the engine', 'sqlparse/grouping.py'),
      file('The lexer has its own folder', 'sqlparse/lexer/__init__.py'),
      symbol('The lexer is a class of its own', 'Lexer', 'sqlparse/keywords.py'),
      symbol(
        'Statements are split by a class with state',
        'StatementsSplitter',
        'sqlparse/engine/statement_splitter.py',
      ),
      symbol('Quotes around a name are taken off by a helper', 'remove_quote', 'sqlparse/utils.py'),
      symbol('The stack can be cleared', 'FilterStack.clear'),
      symbol('The default lexer is a singleton', 'Lexer.getDefaultInstance'),
      edge('parsestream builds on parse', 'parsestream', 'calls', 'parse'),
      edge('The tokens come from the stack', 'tokenize', 'calls', 'FilterStack.run'),
      edge('The lexer groups what it has read', 'Lexer.get_tokens', 'calls', 'group'),
      edge('The keywords know the lexer', 'sqlparse/keywords.py', 'imports', 'sqlparse/lexer.py'),
      pattern('Too deep statements are an error', 'Maximum recursion depth reached', 'sqlparse/engine/filter_stack.py'),
      pattern('Too deep statements are an error', 'Maximum recursion depth exceeded', 'sqlparse/lexer.py'),
      number('The utilities are small', 'lines', 'sqlparse/utils.py', 125),
      sentence('`validate_options` calls `build_filter_stack`', { kind: 'symbol', name: 'validate_options' }),
      sentence('`Lexer.clear` is called by `FilterStack.run`'),
      sentence('`remove_quotes` in sqlparse/lexer.py takes quotes off', { kind: 'symbol', name: 'remove_quotes' }),
    ],
  },
  {
    repository: 'sinatra/sinatra',
    commit: 'cb22afd7902b566b6eaba6c4ea89739494a65d12',
    document: 'README.md',
    holds: [
      file('Cookie tossing has a middleware', 'rack-protection/lib/rack/protection/cookie_tossing.rb'),
      file('The version of the gem stands alone', 'lib/sinatra/version.rb'),
      symbol('Keys of both kinds are the same', 'IndifferentHash', 'lib/sinatra/indifferent_hash.rb'),
      symbol(
        'Every protection builds on one class',
        'Rack.Protection.Base',
        'rack-protection/lib/rack/protection/base.rb',
      ),
      symbol('Bad cookies are removed from the answer', 'CookieTossing.remove_bad_cookies'),
      symbol('Keys are converted in one place', 'convert_key', 'lib/sinatra/indifferent_hash.rb'),
      symbol(
        'Tokens are masked',
        'AuthenticityToken.mask_token',
        'rack-protection/lib/rack/protection/authenticity_token.rb',
      ),
      edge('Masking encodes', 'mask_token', 'calls', 'encode_token'),
      edge('Each path of a bad cookie is cleared', 'CookieTossing.remove_bad_cookies', 'calls', 'cookie_paths'),
      edge(
        'The cookie file holds its class',
        'rack-protection/lib/rack/protection/cookie_tossing.rb',
        'defines',
        'CookieTossing',
      ),
      pattern('A denied request is forbidden', "message: 'Forbidden'", 'rack-protection/lib/rack/protection/base.rb'),
      pattern('The gem has its version', "VERSION = '4.2.1'", 'rack-protection/lib/rack/protection/version.rb'),
      number('The base of all protections is short', 'lines', 'rack-protection/lib/rack/protection/base.rb', 179),
      sentence('`Rack::Protection::CookieTossing` lives in rack-protection/lib/rack/protection/cookie_tossing.rb'),
      sentence('`FormToken` is defined in `form_token.rb`, which has 25 lines'),
    ],
    invented: [
      file('Cookie tossing has a middleware', 'rack-protection/lib/rack/protection/cookie_toss.rb'),
      file('Cookie tossing has a middleware', 'lib/rack/protection/cookie_tossing.rb'),
      file('The version of the gem stands alone', 'lib/sinatra/Version.rb'),
      symbol('Keys of both kinds are the same', 'IndifferentHashes', 'lib/sinatra/indifferent_hash.rb'),
      symbol('Keys of both kinds are the same', 'IndifferentHash', 'lib/sinatra/base.rb'),
      symbol('Bad cookies are removed from the answer', 'FrameOptions.remove_bad_cookies'),
      symbol('Tokens are masked', 'CookieTossing.mask_token'),
      edge('Encoding masks', 'encode_token', 'calls', 'mask_token'),
      edge('Each path of a bad cookie is cleared', 'cookie_paths', 'calls', 'remove_bad_cookies'),
      edge('The base file holds the class', 'rack-protection/lib/rack/protection/base.rb', 'defines', 'CookieTossing'),
      pattern('A denied request is forbidden', "message: 'Denied'", 'rack-protection/lib/rack/protection/base.rb'),
      pattern('The gem has its version', "VERSION = '4.2.0'", 'rack-protection/lib/rack/protection/version.rb'),
      number('The base of all protections is short', 'lines', 'rack-protection/lib/rack/protection/base.rb', 178),
      sentence('`Rack::Protection::CookieTossing` lives in rack-protection/lib/rack/protection/base.rb'),
      sentence(
        '`unmask_token` calls `mask_token`',
        { kind: 'symbol', name: 'mask_token' },
        { kind: 'symbol', name: 'unmask_token' },
      ),
    ],
  },
  {
    repository: 'more-itertools/more-itertools',
    commit: '2fe1b2eeb9d75f994113fe3ac76d14b6bcd6fb10',
    document: 'README.rst',
    holds: [
      file('Types are written beside the code', 'more_itertools/more.pyi'),
      symbol('Recipes flatten lists', 'flatten', 'more_itertools/recipes.py'),
      symbol('Runs of statistics have a class', 'Stats', 'more_itertools/recipes.py'),
      symbol('A marker tells that nothing was given', '_marker', 'more_itertools/recipes.py'),
      edge('What is new builds on the recipes', 'more_itertools/more.py', 'imports', 'more_itertools/recipes.py'),
      edge('Heaps come from the library', 'more_itertools/more.py', 'imports', 'heapq'),
      edge('The window is chosen by its size', 'sliding_window', 'calls', '_sliding_window_deque'),
      pattern('Counting is a sum', 'return sum(map(pred, iterable))', 'more_itertools/recipes.py'),
      citation(
        'The project says what it is for',
        'README.rst',
        'we collect additional building blocks, recipes, and routines',
      ),
      number('The package begins with six lines', 'lines', 'more_itertools/__init__.py', 6),
      sentence('`powerset` in more_itertools/recipes.py uses `chain.from_iterable`'),
      sentence('more_itertools/more.py imports more_itertools/recipes.py'),
    ],
    invented: [
      file('Types are written beside the code', 'more_itertools/more.pyx'),
      symbol('Recipes flatten lists', 'flatten', 'more_itertools/more.py'),
      symbol('Runs of statistics have a class', 'Statistics', 'more_itertools/recipes.py'),
      edge('The recipes build on what is new', 'more_itertools/recipes.py', 'imports', 'more_itertools/more.py'),
      edge('The window is chosen by its size', '_sliding_window_deque', 'calls', 'sliding_window'),
      edge('Arrays come from a library', 'more_itertools/more.py', 'imports', 'numpy'),
      pattern('Counting is a sum', 'return sum(map(pred, iterables))', 'more_itertools/recipes.py'),
      citation(
        'The project says what it is for',
        'README.rst',
        'we collect essential building blocks, recipes, and routines',
      ),
      citation('The project says what it is for', 'README.md', 'we collect additional building blocks'),
      number('The package begins with six lines', 'lines', 'more_itertools/__init__.py', 7),
      sentence('more_itertools/recipes.py imports more_itertools/more.py'),
      sentence('`powersets` in more_itertools/recipes.py yields every subset', {
        kind: 'file',
        path: 'more_itertools/recipes.py',
      }),
    ],
  },
];
