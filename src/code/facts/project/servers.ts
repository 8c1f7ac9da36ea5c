import { toErrorInfo } from '#contracts/errors.ts';
import { type LspClient, type ServerSetup, startServer } from '../../lsp/client.ts';
import { type ServerChoice, serverFor } from '../../lsp/presets.ts';
import { grammarOf } from '../../symbols/languages.ts';

export interface ServerOptions extends Pick<ServerSetup, 'root' | 'launch' | 'limits' | 'seenAs'> {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** See `PresetOptions`. */
  readonly trustProject?: boolean;
  /** False: the text alone. A function: another choice than ours. */
  readonly servers?: false | ((language: string) => ServerChoice | undefined);
}

export interface Servers {
  /** Puts a question to the server for a file; says why there is no answer when there is none. */
  ask<T>(file: string, question: (client: LspClient) => Promise<T>): Promise<Asked<T>>;
  close(): Promise<void>;
}

export type Asked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly because: string };

const SERVER_OF: Readonly<Record<string, 'typescript' | 'python'>> = {
  typescript: 'typescript',
  tsx: 'typescript',
  javascript: 'typescript',
  python: 'python',
};

/** One server for each language, started when first needed. */
export function openServers(options: ServerOptions): Servers {
  const started = new Map<string, Promise<Asked<LspClient>>>();
  const clientFor = (file: string): Promise<Asked<LspClient>> => {
    const language = SERVER_OF[grammarOf(file) ?? ''];
    if (language === undefined) return Promise.resolve({ ok: false, because: 'There is no language server for it.' });
    const known = started.get(language) ?? start(language, options);
    started.set(language, known);
    return known;
  };
  return {
    async ask(file, question) {
      const client = await clientFor(file);
      return client.ok ? attempt(() => question(client.value)) : client;
    },
    async close() {
      const clients = await Promise.all(started.values());
      await Promise.all(clients.map((client) => (client.ok ? client.value.close() : undefined)));
    },
  };
}

async function start(language: 'typescript' | 'python', options: ServerOptions): Promise<Asked<LspClient>> {
  const { servers, root, launch, limits, seenAs } = options;
  if (servers === false) return { ok: false, because: 'Language servers are off.' };
  const choice = servers ? servers(language) : serverFor(language, options);
  if (!choice) return { ok: false, because: `There is no language server for ${language} on this machine.` };
  const given = {
    ...(launch ? { launch } : {}),
    ...(limits ? { limits } : {}),
    ...(seenAs === undefined ? {} : { seenAs }),
  };
  return attempt(() => startServer({ ...choice, root, ...given }));
}

async function attempt<T>(work: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, because: toErrorInfo(error).message };
  }
}
