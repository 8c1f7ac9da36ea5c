import { once } from 'node:events';
import { EXIT } from '#contracts/errors.ts';
import { loadScenario } from '#sim/load-scenario.ts';
import { scenarios } from '#sim/scenarios/index.ts';
import { startSim } from '#sim/server.ts';
import type { Scenario, SimAnswer, SimRequest } from '#sim/types.ts';
import type { Cli, JsonOption } from '../context.ts';
import { exitCodeFor, onInterrupt } from '../interrupts.ts';
import type { Screen } from '../screen.ts';
import { clockTime } from '../words.ts';

export interface SimCommandOptions extends JsonOption {
  readonly port: number;
  readonly latency: number;
  readonly list?: boolean;
}

/** About as slow as a fast provider. */
const LATENCY = { firstTokenMs: 200, chunkMs: 10 };

export async function sim({ screen }: Cli, name: string, options: SimCommandOptions): Promise<number> {
  if (options.list) return list(screen, options.json ?? false);
  const scenario = await loadScenario(name);
  const json = options.json ?? false;
  const stopped = new AbortController();
  const interrupts = onInterrupt(() => stopped.abort());
  screen.gone.addEventListener('abort', () => stopped.abort());
  const server = await startSim({
    scenario: reporting(scenario, (request, answer) => tell(screen, json, request, answer)),
    port: options.port,
    latency: LATENCY,
    timeScale: options.latency,
  });
  introduce(screen, scenario, server.url, json);
  if (!stopped.signal.aborted) await once(stopped.signal, 'abort');
  await server.close();
  interrupts.release();
  if (!json) screen.err(`\nsimulator stopped after ${server.requests.length} requests`);
  return interrupts.got === null || interrupts.got === 'SIGINT' ? EXIT.done : exitCodeFor(interrupts.got);
}

function list({ out, json: writeJson, paint }: Screen, json: boolean): number {
  if (json) writeJson({ scenarios: scenarios.map(({ name, description }) => ({ name, description })) });
  else for (const { name, description } of scenarios) out(`${paint('cyan', name.padEnd(12))} ${description}`);
  return EXIT.done;
}

function introduce(
  { out, outAsIs, json: writeJson, paint }: Screen,
  scenario: Scenario,
  url: string,
  json: boolean,
): void {
  if (json) return writeJson({ type: 'listening', scenario: scenario.name, url });
  out(`${paint('bold', `Simulated model at ${url}`)} ${paint('dim', `· scenario ${scenario.name}`)}`);
  out(paint('dim', scenario.description));
  out('');
  out('Point a client at it:');
  outAsIs(`  export ANTHROPIC_BASE_URL=${url} ANTHROPIC_API_KEY=no-key-needed`);
  outAsIs(`  export OPENAI_BASE_URL=${url}/v1 OPENAI_API_KEY=no-key-needed`);
  outAsIs(`  export GOOGLE_GEMINI_BASE_URL=${url} GEMINI_API_KEY=no-key-needed`);
  out('');
  out(paint('dim', 'One line per request; Ctrl-C stops it.'));
}

type Tell = (request: SimRequest, answer: SimAnswer) => void;

const reporting = (scenario: Scenario, told: Tell): Scenario => ({
  ...scenario,
  answer: async (request, context) => {
    const answer = await scenario.answer(request, context);
    told(request, answer);
    return answer;
  },
});

function tell({ out, json: writeJson, paint }: Screen, json: boolean, request: SimRequest, answer: SimAnswer): void {
  const { api, model, turn, attempt, stream } = request;
  const what = inWords(answer);
  if (json) return writeJson({ type: 'request', api, model, turn, attempt, stream, answer: what });
  const again = attempt > 1 ? ` (again: ${attempt})` : '';
  const style = answer.fault === undefined ? 'green' : 'red';
  out(`${paint('dim', clockTime(Date.now()))}  ${api} ${model} turn ${turn}${again} → ${paint(style, what)}`);
}

function inWords({ fault, parts = [], stopReason }: SimAnswer): string {
  if (fault?.kind === 'status') return `error ${fault.status}`;
  const said = parts.map((part) => (part.type === 'toolCall' ? `call ${part.name}` : part.type)).join(' + ');
  const words = said === '' ? 'nothing' : said;
  if (fault) return `${words}, spoilt (${fault.kind})`;
  return stopReason === 'refusal' ? `${words} (refusal)` : words;
}
