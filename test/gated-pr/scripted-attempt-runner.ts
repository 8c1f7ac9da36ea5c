import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AgentTask, type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { type Json, toJson } from '#contracts/json.ts';
import type { RunWorkspaces } from '#contracts/run-workspaces.ts';

/** What a scripted agent does in one attempt: files it writes (null removes one), what else it does there, its claim. */
export interface Deed {
  readonly files?: Readonly<Record<string, string | null>>;
  /** In its workspace, after the files are written. */
  readonly does?: (folder: string) => void;
  readonly claim: Json;
}

/** An agent that reads its briefing and does what the script says: real files in a real workspace, no model. */
export function scriptedAttemptRunner(
  workspaces: RunWorkspaces,
  script: (task: AgentTask, attempt: number) => Deed,
): AttemptRunner {
  let attempts = 0;
  return async function* (task) {
    const deed = script(task, ++attempts);
    if (task.place !== undefined) {
      const { path } = await workspaces.open(task.place);
      for (const [file, text] of Object.entries(deed.files ?? {})) {
        await mkdir(dirname(join(path, file)), { recursive: true });
        // Never through a link that it planted: its sandbox would not let it.
        await rm(join(path, file), { force: true });
        if (text !== null) await writeFile(join(path, file), text);
      }
      deed.does?.(path);
    }
    yield {
      type: 'complete',
      usage: { ...NO_AGENT_USAGE, output: 10 },
      result: { type: 'claim', claim: toJson(deed.claim, 'claim') },
    };
  };
}
