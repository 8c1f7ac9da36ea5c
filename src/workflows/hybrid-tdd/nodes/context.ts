import type { NodeTask } from '#contracts/executor.ts';
import type { HybridContext } from '../hybrid-effects.ts';

interface Ctx {
  readonly run: string;
  readonly session: string;
  readonly act: string;
  readonly signal: AbortSignal;
  readonly task: NodeTask;
  say(line: string): void;
}

export const siteContext = (ctx: Ctx): HybridContext => ({
  run: ctx.run,
  session: ctx.session,
  act: ctx.act,
  node: ctx.task.node,
  signal: ctx.signal,
  say: (line) => ctx.say(line),
});
