import { createHash } from 'node:crypto';
import { z } from 'zod';
import { permitQuestionText } from '#attempts/permits/permit-text.ts';
import { MESSAGE_SIGNAL } from '#contracts/chat.ts';
import { type Need, type NeedKind, needKindOf } from '#contracts/http/needs.ts';
import { type Json, toJson } from '#contracts/json.ts';
import { FailureAnswer } from '#contracts/mail.ts';
import type { Payload } from '#contracts/payload.ts';
import { PermissionRequest } from '#contracts/permission.ts';
import type { ListedRun } from '#contracts/run-header.ts';
import { textOf } from '#contracts/run-timeline.ts';
import type { OpenQuestion, RunView } from '#contracts/run-view.ts';
import { CALL_SIGNAL } from '#contracts/signals.ts';
import { stepName } from '#contracts/stories/step-name.ts';
import { oneLine } from '#contracts/text.ts';
import { splitPort } from '#engine/graph/shape.ts';
import { workflowNamed } from '../workflows.ts';
import { openRunsOf } from './list-runs.ts';
import { permitNeeds, type UnsealedNeed } from './permits.ts';
import type { RunFacts } from './run-facts.ts';
import type { ServerContext } from './server-context.ts';
import { showRun } from './shown-run.ts';

const MOST_RUNS = 200;
/** Most urgent first: what delays an agent before what can wait. */
const ORDER: readonly NeedKind[] = [
  'permission',
  'escalation',
  'question',
  'failure',
  'budget',
  'interrupted',
  'paused',
];

/** Everything that waits for a person. */
export async function allNeeds(serverContext: ServerContext): Promise<Need[]> {
  const open = (await openRunsOf(serverContext)).slice(0, MOST_RUNS);
  const needs: Need[] = [];
  for (const header of open) needs.push(...(await needsOf(serverContext, header)));
  return needs.sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.at - b.at);
}

/** What one run waits for. */
export const needsOf = async (serverContext: ServerContext, header: ListedRun): Promise<Need[]> =>
  (await unsealedNeeds(serverContext, header)).map(sealed);

/** As it is shown, and a hash of that: its times may change while it waits. */
function sealed(need: UnsealedNeed): Need {
  const { at: _at, permit, ...shown } = need;
  const asked = toJson({ ...shown, permit: permit && { ...permit, until: 0 } }, 'need');
  return { ...need, hash: createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 32) };
}

async function unsealedNeeds(serverContext: ServerContext, header: ListedRun): Promise<UnsealedNeed[]> {
  const { shown } = showRun(serverContext, header);
  if (shown === 'interrupted') return [...(await askedIn(serverContext, header)), interrupted(header)];
  if (shown === 'paused') return [...(await askedIn(serverContext, header)), await paused(serverContext, header)];
  if (header.status !== 'running') return [];
  const permits = await permitNeeds(serverContext, header, (what) => base(header, 'permission', what));
  return [...permits, ...(await askedIn(serverContext, header))];
}

async function askedIn(serverContext: ServerContext, header: ListedRun): Promise<UnsealedNeed[]> {
  if (header.nodes.asking === 0) return [];
  const graph = await serverContext.graphs.get(header.graph.name);
  const facts = await serverContext.folds.now(header.run);
  const view = facts.fold.view();
  const forPeople = view.questions.filter(({ signal }) => signal !== CALL_SIGNAL && signal !== MESSAGE_SIGNAL);
  return forPeople.map((question) => asked(header, view, facts, question, graph?.shape.schemas ?? {}));
}

function asked(
  header: ListedRun,
  view: RunView,
  facts: RunFacts,
  { act, signal, question, error }: OpenQuestion,
  schemas: Readonly<Record<string, Json>>,
): UnsealedNeed {
  const node = view.nodes.find((each) => each.act === act);
  const kind = needKindOf(signal);
  const permission = kind === 'permission' ? permissionOf(question) : null;
  return {
    ...base(header, kind, act),
    at: facts.askedAt(act) ?? header.updatedAt,
    // The requested action itself is shown; the agent's description may say anything.
    text: permission
      ? permitQuestionText(permission)
      : question
        ? textOf(question)
        : oneLine(error?.message ?? 'a node failed'),
    act,
    // In its workflow's words, as in every view of the run.
    node: node ? stepName(node, workflowNamed(header.graph.name)?.chapters ?? null) : null,
    signal,
    choices: kind === 'failure' ? FailureAnswer.shape.choice.options.slice() : choicesOf(question),
    answer: node ? schemaOf(schemas, node.node, signal) : null,
    question,
    permission,
    error,
  };
}

const base = ({ run, title, simulated }: ListedRun, kind: NeedKind, what: string) => ({
  id: `${run}/${kind}/${what}`,
  kind,
  run,
  title,
  simulated,
  act: null,
  node: null,
  signal: null,
  choices: null,
  answer: null,
  question: null,
  permission: null,
  permit: null,
  error: null,
});

const interrupted = (header: ListedRun): UnsealedNeed => ({
  ...base(header, 'interrupted', ''),
  at: header.updatedAt,
  text: `Resume ${JSON.stringify(oneLine(header.title))}? No process is driving it, and nothing is lost.`,
});

async function paused({ folds }: ServerContext, header: ListedRun): Promise<UnsealedNeed> {
  const { pause } = await folds.now(header.run);
  const kind = pause?.reason === 'budget' ? 'budget' : 'paused';
  return { ...base(header, kind, ''), at: pause?.at ?? header.updatedAt, text: oneLine(pause?.detail ?? 'paused') };
}

const Choices = z.object({ choices: z.array(z.string()).min(1) });

function choicesOf(question: Payload | null): string[] | null {
  if (!question || !('inline' in question)) return null;
  return Choices.safeParse(question.inline).data?.choices ?? null;
}

function permissionOf(question: Payload | null): PermissionRequest | null {
  if (!question || !('inline' in question)) return null;
  return z.object({ request: PermissionRequest }).safeParse(question.inline).data?.request ?? null;
}

/** A node of a sub-graph asks under that graph's signals. */
function schemaOf(schemas: Readonly<Record<string, Json>>, node: string, signal: string): Json | null {
  const outer = splitPort(node).node.split('/').slice(0, -1).join('/');
  return schemas[outer === '' ? `signal:${signal}` : `${outer}/signal:${signal}`] ?? null;
}
