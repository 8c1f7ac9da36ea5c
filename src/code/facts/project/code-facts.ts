import { realpathSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { AssayError } from '#contracts/errors.ts';
import { readSourceFile } from '../../lsp/documents.ts';
import type { Body, CodeSymbol } from '../fact-types.ts';
import { readFacts, type SourceFacts } from '../facts.ts';
import type { Answer, DiagnosticFact, OutgoingCall, Reference, SymbolFact } from './answers.ts';
import { callFrom, diagnosticFrom, symbolsFrom } from './from-server.ts';
import { callsFrom, diagnosticsFrom } from './from-text.ts';
import { openServers, type ServerOptions } from './servers.ts';

/**
 * Facts about the source code of a project as it is on the disk now. Files are paths from its root; a name is a path
 * such as `Stack.push`. A server answers where there is one; where there is none, or it fails, the text does, and the
 * answer says so. A file or name that is not there is an AssayError.
 */
export interface CodeFacts extends AsyncDisposable {
  symbols(file: string): Promise<Answer<readonly SymbolFact[]>>;
  /** One for each definition of that name. A body is text: no server is asked. */
  body(file: string, name: string): Promise<Answer<readonly Body[]>>;
  outgoingCalls(file: string, name: string): Promise<Answer<readonly OutgoingCall[]>>;
  references(file: string, name: string): Promise<Answer<readonly Reference[]>>;
  diagnostics(files: readonly string[]): Promise<readonly Answer<readonly DiagnosticFact[]>[]>;
  /** All that the text of a file says: tests, imports, stubs. */
  text(file: string): Promise<SourceFacts>;
  close(): Promise<void>;
}

export function codeFacts(project: ServerOptions): CodeFacts {
  const root = realpathSync(project.root);
  const servers = openServers({ ...project, root });
  const read = async (file: string) => {
    const text = await readSourceFile(isAbsolute(file) ? file : join(root, file));
    const result = await readFacts(text, file);
    return { text, facts: result.ok ? result.facts : undefined, why: result.ok ? '' : result.why };
  };
  const readable = async (file: string): Promise<SourceFacts> => {
    const { facts, why } = await read(file);
    if (facts) return facts;
    throw new AssayError('SOURCE_UNREADABLE', `The text of ${file} cannot be read as source code (${why}).`, {
      next: 'Ask about files in TypeScript, JavaScript or Python of a usual size.',
    });
  };

  return {
    text: readable,
    async symbols(file) {
      const { text, facts } = await read(file);
      const asked = await servers.ask(file, (client) => client.symbols(file));
      if (asked.ok) return fromServer(symbolsFrom(asked.value, text, facts?.symbols ?? []));
      const { symbols } = facts ?? (await readable(file));
      return fromText(symbols.map(withDetails), asked.because, true);
    },
    async body(file, name) {
      const facts = await readable(file);
      theSymbol(facts, file, name);
      return { by: 'syntax', value: facts.bodies(name), complete: true };
    },
    async outgoingCalls(file, name) {
      const facts = await readable(file);
      const { at } = theSymbol(facts, file, name);
      const asked = await servers.ask(file, (client) => client.outgoingCalls(file, at));
      if (asked.ok && asked.value) return fromServer(asked.value.map(callFrom));
      const because = asked.ok ? 'The language server knows no calls.' : asked.because;
      return fromText(callsFrom(facts.calls(name)), because, false);
    },
    async references(file, name) {
      const facts = await readable(file);
      const { at } = theSymbol(facts, file, name);
      const asked = await servers.ask(file, (client) => client.references(file, at));
      if (asked.ok)
        return fromServer(asked.value.map(({ file: from, range }) => ({ file: from, line: range.start.line + 1 })));
      return fromText(
        facts.mentions(name).map((line) => ({ file, line })),
        asked.because,
        false,
      );
    },
    async diagnostics(files) {
      // One after the other: a server works on one file at a time, and its patience is counted from the question.
      const answers: Answer<readonly DiagnosticFact[]>[] = [];
      for (const file of files) {
        const asked = await servers.ask(file, (client) => client.diagnostics(file));
        answers.push(
          asked.ok
            ? fromServer(asked.value.map((one) => diagnosticFrom(file, one)))
            : fromText(diagnosticsFrom(file, await readable(file)), asked.because, false),
        );
      }
      return answers;
    },
    close: () => servers.close(),
    [Symbol.asyncDispose]: () => servers.close(),
  };
}

const fromServer = <T>(value: T): Answer<T> => ({ by: 'lsp', value, complete: true });

const fromText = <T>(value: T, because: string, complete: boolean): Answer<T> => ({
  by: 'syntax',
  value,
  complete,
  because,
});

const withDetails = (symbol: CodeSymbol): SymbolFact => {
  const { name, path, kind, lines } = symbol;
  return { name, path, kind, lines, details: symbol };
};

/** The one with a body, where a name has several. */
function theSymbol({ symbols }: SourceFacts, file: string, name: string): CodeSymbol {
  const found = symbols.filter(({ path }) => path === name);
  const symbol = found.find(({ hasBody }) => hasBody) ?? found[0];
  if (symbol) return symbol;
  const some = symbols.slice(0, 20).map(({ path }) => path);
  throw new AssayError('SLICE_NOT_FOUND', `There is no ${name} in ${file}.`, {
    next: some.length > 0 ? `There is: ${some.join(', ')}.` : 'The file defines nothing.',
  });
}
