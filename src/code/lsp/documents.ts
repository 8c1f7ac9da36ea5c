import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AssayError } from '#contracts/errors.ts';
import { errnoOf, reasonOf } from '#host/file-error.ts';
import { extensionOf } from '../extension-of.ts';
import type { ServerConnection } from './connection.ts';

export interface Document {
  readonly uri: string;
  readonly text: string;
  readonly version: number;
}

export interface Documents {
  /** A file as it is on the disk now; the server is told when it is new or has changed. */
  open(file: string): Promise<Document>;
  /** The same, and the server is told even if nothing has changed, so that it looks at it again. */
  withRefusalHistory(file: string): Promise<Document>;
  /** The path of a place that the server names, from the root if it is below it. */
  pathOf(uri: string): string;
}

const LARGEST = 32_000_000;

export interface DocumentPlace {
  readonly root: string;
  /** The root as the server sees it, where a sandbox shows it somewhere else. */
  readonly seenAs: string;
}

/** `beforeTell` hears of every document that the server is about to be told of. */
export function openDocuments(
  connection: ServerConnection,
  { root, seenAs }: DocumentPlace,
  beforeTell: (uri: string) => void,
): Documents {
  const known = new Map<string, Document>();
  const show = async (file: string, always: boolean): Promise<Document> => {
    const path = isAbsolute(file) ? relative(root, file) : file;
    const text = await readSourceFile(join(root, path));
    const uri = pathToFileURL(join(seenAs, path)).href;
    const before = known.get(uri);
    if (before?.text === text && !always) return before;
    // A server passes over a text that is the same: it gets another one in between.
    const texts = before?.text === text ? [`${text}\n`, text] : [text];
    let version = before?.version ?? 0;
    beforeTell(uri);
    for (const next of texts) tell(connection, { uri, text: next, version: ++version }, version > 1, path);
    const document = { uri, text, version };
    known.set(uri, document);
    return document;
  };
  return {
    open: (file) => show(file, false),
    withRefusalHistory: (file) => show(file, true),
    pathOf(uri) {
      const path = uri.startsWith('file:') ? fileURLToPath(uri) : uri;
      return path.startsWith(seenAs + sep) ? relative(seenAs, path) : path;
    },
  };
}

function tell(connection: ServerConnection, { uri, text, version }: Document, changed: boolean, path: string): void {
  if (changed) {
    connection.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
  } else {
    const textDocument = { uri, languageId: LANGUAGE_IDS[extensionOf(path)] ?? extensionOf(path), version, text };
    connection.notify('textDocument/didOpen', { textDocument });
  }
}

const LANGUAGE_IDS: Readonly<Record<string, string>> = {
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'typescriptreact',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascriptreact',
  py: 'python',
  pyi: 'python',
};

export async function readSourceFile(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > LARGEST) throw new Error(`it has ${size} bytes, which no person wrote`);
    return await readFile(path, 'utf8');
  } catch (error) {
    const missing = errnoOf(error) === 'ENOENT';
    throw new AssayError(missing ? 'FILE_MISSING' : 'FILE_UNREADABLE', `Cannot read ${path}: ${reasonOf(error)}.`, {
      next: 'Check the path; it is taken from the root of the project.',
      cause: error,
    });
  }
}
