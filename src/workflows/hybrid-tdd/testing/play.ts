import { type AgentTask, type AttemptRunner, NO_AGENT_USAGE } from '#contracts/agent.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Json } from '#contracts/json.ts';
import { rig } from '#engine/testing/rig.ts';
import { hybridTdd } from '../graph.ts';
import type { HybridEffects } from '../hybrid-effects.ts';
import { checkSpec } from '../read-spec.ts';
import { HybridResult } from '../result.ts';
import type { Strictness } from '../spec.ts';
import type { Mode } from '../state.ts';
import { ANALYSIS, adversary, FIX, IMPL, TESTS, TYPES } from './sample-claims.ts';
import { scriptedEffects } from './scripted-effects.ts';

const CLAIMS: Readonly<Record<string, Json>> = {
  types: TYPES,
  typesFix: TYPES,
  typeAdversary: adversary(),
  tests: TESTS,
  strengthen: TESTS,
  impl: IMPL,
  fix: FIX,
  explain: ANALYSIS,
  mutationAdversary: ANALYSIS,
};

type Say = (
  node: string,
  time: number,
  task: AgentTask,
  signal: AbortSignal,
) => Json | undefined | Promise<Json | undefined>;

interface PlayOptions {
  readonly effects?: Partial<HybridEffects>;
  readonly say?: Say;
  readonly mode?: Mode;
  readonly strictness?: Partial<Strictness>;
  /** What each attempt costs. */
  readonly usd?: number;
}

/** The graph alone: agents that answer at once, effects with scripted results. */
export async function play({ effects, say, mode = 'parallel', strictness = {}, usd = 0 }: PlayOptions) {
  const asked: { node: string; task: AgentTask }[] = [];
  const attemptRunner: AttemptRunner = async function* (task, signal) {
    const node = task.of?.act.split('#')[0] ?? '';
    asked.push({ node, task });
    const time = asked.filter((one) => one.node === node).length;
    const usage = { ...NO_AGENT_USAGE, usd };
    try {
      const claim = (await say?.(node, time, task, signal)) ?? CLAIMS[node] ?? null;
      yield { type: 'complete', usage, result: { type: 'claim', claim } };
    } catch (thrown) {
      // As a backend reports what a retry will not fix.
      if (!(thrown instanceof AssayError)) throw thrown;
      yield { type: 'complete', usage, result: { type: 'failed', error: thrown.toInfo(), retry: false } };
    }
  };
  const graph = hybridTdd(scriptedEffects(effects));
  const engine = rig([graph], { attemptRunner });
  const reading = checkSpec({
    ...{ module: 'stack', description: 'a stack', criteria: ['it holds'], implPath: 'src/s.ts', testPath: 's.test.ts' },
    ...{ examples: [{ input: 'push 1', output: 'size 1' }], strictness },
  });
  if (!reading.ok) throw new Error(reading.problems.join());
  const { run, result } = await engine.run(graph, { spec: reading.spec, mode, main: 'main' });
  const log = await engine.log(run);
  const started = log.flatMap((event) => (event.type === 'node.started' ? [event.data.act] : []));
  return {
    ...{ asked, started, drive: result, engine, run, log },
    nodes: asked.map(({ node }) => node),
    result: result.status === 'completed' ? HybridResult.parse(result.output) : null,
    cancelled: log.flatMap((event) => (event.type === 'node.cancelled' ? [event.data.act] : [])),
  };
}
