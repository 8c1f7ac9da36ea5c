import { dirname, join } from 'node:path';
import { transcriptPath } from '#attempts/transcripts/transcripts.ts';
import type { RunId } from '#contracts/ids.ts';
import type { AskPerson } from '#contracts/permission.ts';
import type { Tool } from '#contracts/tool.ts';
import type { Home } from '#host/home.ts';
import type { Redactor } from '#host/redact.ts';
import { credentialsOf, sourceFiles } from '#sources/open-source.ts';
import { askSecretTool } from './ask-secret.ts';
import { keepStateTool } from './keep-state.ts';
import { testSourceTool } from './test-source.ts';
import { validateTool } from './validate.ts';

export interface SessionToolParts {
  readonly run: RunId;
  readonly home: Home;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly redactor: Redactor;
  /** Absent where no one can be asked. */
  readonly askPerson: AskPerson | undefined;
}

/** An agent's tools in every conversation: its own notes, checks of files, the person's sources and secrets. */
export async function sessionTools({ run, home, env, redactor, askPerson }: SessionToolParts): Promise<Tool[]> {
  // Beside the transcripts: removed together with the conversation.
  const file = join(dirname(transcriptPath(home, run, 'state', 1)), 'state.json');
  const hasSources = (await sourceFiles(home).list()).length > 0;
  return [
    keepStateTool(file, (text) => redactor.text(text)),
    validateTool(),
    ...(hasSources ? [testSourceTool(home, env)] : []),
    ...(hasSources && askPerson ? [askSecretTool(stored(home, env), askPerson)] : []),
  ];
}

const stored = (home: Home, env: SessionToolParts['env']) => ({
  has: async (source: string, name: string): Promise<boolean> => {
    const credentials = credentialsOf(home, env);
    try {
      return credentials.names().includes(`source/${source}/secret/${name}`);
    } finally {
      credentials.close();
    }
  },
});
