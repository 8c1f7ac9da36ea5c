import type { Goto, NodeOutcome, NodeTask, TaskHost } from '#contracts/executor.ts';
import { type Json, toJson } from '#contracts/json.ts';
import type {
  AsideContext,
  Effect,
  Go,
  NodeContext,
  Outcome,
  OutcomeExtras,
  Signals,
  TaskOptions,
} from '../graph/context.ts';
import type { BuiltNode } from '../graph/graph.ts';
import type { Ports } from '../graph/ports.ts';
import { runEffect } from './effects.ts';

type AnyContext = NodeContext<Ports, string, Signals, unknown>;

/**
 * The context of a handler. Names are those of the handler's own graph; the prefix turns them into names of the whole
 * graph.
 */
export function nodeContext(task: NodeTask, node: BuiltNode, host: TaskHost, signal: AbortSignal): AnyContext {
  const full = (name: string): string => node.prefix + name;
  // Payloads are checked, and converted to JSON, when the outcome is.
  const send = (port: string, payload: unknown, options?: TaskOptions): Goto => ({
    port: full(port),
    payload: payload as Json,
    name: options?.name,
    after: options?.after && [...options.after],
  });
  const also = ({ usage, tree, cancel }: OutcomeExtras = {}) => ({ usage, tree, cancel: cancel?.map(full) });
  return {
    ...asideContext(task, host, signal),
    session: task.session,
    parents: task.parents,
    task,
    to: (port, payload, options) => asGo(send(port, payload, options)),
    goto: (port, payload, extra) => asOutcome({ type: 'goto', to: send(port, payload), ...also(extra) }),
    fork: (branches, options) => {
      const collect = options?.collect === undefined ? undefined : full(options.collect);
      return asOutcome({ type: 'fork', branches: branches.map(goOf), collect, ...also(options) });
    },
    end: (result, extra) =>
      asOutcome({ type: 'end', result: result === undefined ? undefined : toJson(result, 'result'), ...also(extra) }),
    exit: (output, extra) => asOutcome({ type: 'exit', output: output as Json, ...also(extra) }),
    ask: (name, question, extra) =>
      asOutcome({ type: 'ask', signal: name, question: toJson(question, 'question'), ...also(extra) }),
    answer: (name) => {
      const given = task.answers[name];
      return given === undefined ? undefined : (node.signals[name]?.parse(given) as never);
    },
    instructed: (instructed) => host.instructed(instructed),
    effect: <Result extends Json>(key: string, effect: Effect<Result>) => runEffect(task, host, key, effect),
  };
}

export function asideContext(task: NodeTask, host: TaskHost, signal: AbortSignal): AsideContext {
  const { run, act, attempt, notes } = task;
  return { run, act, attempt, signal, notes, say: (line) => host.say(line) };
}

// `Outcome` and `Go` are NodeOutcome and Goto under types that handlers can neither build nor read.
const asOutcome = (outcome: NodeOutcome): Outcome => outcome as unknown as Outcome;
const asGo = <T extends string>(to: Goto): Go<T> => to as unknown as Go<T>;
const goOf = (go: Go<string>): Goto => go as unknown as Goto;
export const outcomeOf = (outcome: Outcome): NodeOutcome => outcome as unknown as NodeOutcome;
