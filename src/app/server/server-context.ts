import type { ChatService } from '#contracts/chat.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Runs } from '#engine/runs.ts';
import type { Log } from '#host/log.ts';
import type { Redactor } from '#host/redact.ts';
import type { Drives } from './drives.ts';
import type { Graphs } from './graphs.ts';
import type { KeyedLock } from './keyed-lock.ts';
import type { StoreWatch } from './live/store-watch.ts';
import type { Merges } from './merges.ts';
import type { RunFolds } from './run-folds.ts';
import type { Showcase } from './showcase.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The dependencies of the server's answers. */
export interface ServerContext {
  readonly runs: Runs;
  readonly env: Env;
  readonly version: string;
  /** Who asks, for the log: anyone with a session is the person who started the server. */
  readonly me: string;
  readonly log: Log;
  readonly redactor: Redactor;
  readonly watch: StoreWatch;
  readonly folds: RunFolds;
  readonly merges: Merges;
  readonly graphs: Graphs;
  readonly drives: Drives;
  readonly showcase: Showcase;
  /** One request at a time per run. */
  readonly locks: KeyedLock<RunId>;
  readonly chat: ChatService | null;
  readonly server: string;
  readonly startedAt: number;
}
