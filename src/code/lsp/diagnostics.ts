import type { ServerConnection } from './connection.ts';
import { serverError } from './connection.ts';
import type { Document } from './documents.ts';
import { type Diagnostic, DiagnosticReport, PublishedDiagnostics } from './schemas.ts';

export interface DiagnosticsReader {
  of(document: Document): Promise<readonly Diagnostic[]>;
}

/** Asks, where the server can be asked. */
export const pullDiagnostics = (connection: ServerConnection): DiagnosticsReader => ({
  async of({ uri }) {
    const report = await connection.request('textDocument/diagnostic', { textDocument: { uri } });
    return DiagnosticReport.parse(report).items ?? [];
  },
});

export interface PublishedReader extends DiagnosticsReader {
  /** What was said about it before does not count any more. */
  forget(uri: string): void;
}

interface Heard {
  readonly version: number | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Waits for what the server publishes about this version. Silence is an error: that nothing was said does not mean
 * that nothing is wrong.
 */
export function awaitDiagnostics(connection: ServerConnection, ms: number): PublishedReader {
  const heard = new Map<string, Heard>();
  const waiting = new Set<() => void>();
  connection.onNotification('textDocument/publishDiagnostics', (params) => {
    const read = PublishedDiagnostics.safeParse(params);
    if (!read.success) return;
    const { uri, version, diagnostics } = read.data;
    heard.set(sameUri(uri), { version: version ?? undefined, diagnostics });
    for (const look of waiting) look();
  });
  const find = ({ uri, version }: Document): Heard | undefined => {
    const found = heard.get(sameUri(uri));
    return found && (found.version === undefined || found.version >= version) ? found : undefined;
  };
  return {
    forget: (uri) => void heard.delete(sameUri(uri)),
    of: (document) =>
      new Promise((resolve, reject) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        const look = (): void => {
          const found = find(document);
          if (!found) return;
          done();
          resolve(found.diagnostics);
        };
        const timer = setTimeout(() => {
          done();
          reject(serverError(`The language server said nothing about ${document.uri} within ${ms} ms.`));
        }, ms);
        waiting.add(look);
        look();
      }),
  };
}

/** Servers write `%3A` or `:` as they like. */
const sameUri = (uri: string): string => decodeURIComponent(uri);
