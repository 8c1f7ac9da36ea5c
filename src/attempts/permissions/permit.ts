import { randomUUID } from 'node:crypto';
import { toErrorInfo } from '#contracts/errors.ts';
import type {
  AskPerson,
  Grant,
  GrantHolders,
  GrantStore,
  PermissionAnswer,
  PermissionRequest,
  PermissionRule,
  Permit,
  PersonAnswer,
} from '#contracts/permission.ts';
import { decide } from './decide.ts';
import type { PermissionContext, RuleDecision } from './decision.ts';
import { foldersOf } from './path-pattern.ts';
import { realOf, withRealPaths } from './real-paths.ts';
import { denial } from './refusal.ts';

export interface PermitOptions extends Omit<PermissionContext, 'grants'> {
  /** Answers for the session and the project; those for the attempt last as long as the permit. */
  readonly grants: GrantStore;
  readonly holders: GrantHolders;
  /** Absent where there is no one to ask: a question then counts as denied. */
  readonly askPerson?: AskPerson;
  readonly now: () => number;
}

/** Decides by mode, rules and earlier answers, and asks a person where they leave it open. Never throws. */
export function permitFor(options: PermitOptions): Permit {
  const attempt: Grant[] = [];
  const asked = new Map<string, Question>();
  /** Identical requests made at once are decided once: all of them share one question, however slow the disk. */
  const deciding = new Map<string, Promise<RuleDecision>>();
  /** One question at a time: the answer to one may settle the next. */
  let turn: Promise<unknown> = Promise.resolve();

  const decideNow = async (
    request: PermissionRequest,
  ): Promise<{ request: PermissionRequest; decision: RuleDecision }> => {
    const real = await withRealPaths(request, foldersOf(request, options));
    const grants = [...attempt, ...(await standing(options))];
    const project = await realOf(options.project);
    return {
      request: real,
      decision: decide(rebased(real, options.project, project), { ...options, project, grants }),
    };
  };

  const ask = async (request: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer> => {
    const { decision } = await decideNow(request);
    if (decision.effect !== 'ask') return settled(request, decision);
    if (!options.askPerson) return denial(request, decision, 'no person can be asked here');
    const { why, remember } = decision;
    const answer = await unlessAborted(options.askPerson({ ...request, why, remember: [...remember] }, signal), signal);
    if (answer === null || signal.aborted) return denial(request, decision, 'the question was cancelled');
    await keep(answer, remember);
    if (answer.answer === 'allow') return { type: 'allow', by: 'person' };
    return denial(request, { ...decision, why: answer.why ?? decision.why }, 'a person said no', 'person');
  };

  const keep = async ({ answer, scope }: PersonAnswer, remember: readonly PermissionRule[]): Promise<void> => {
    if (scope === 'once') return;
    const holder = options.holders[scope];
    const grants = remember.map(
      (rule): Grant => ({ id: randomUUID(), rule: { ...rule, effect: answer }, scope, holder, at: options.now() }),
    );
    if (scope === 'attempt') attempt.push(...grants);
    else if (grants.length > 0) await options.grants.add(grants);
  };

  return async (request, signal) => {
    try {
      if (signal.aborted) return aborted(request);
      const key = JSON.stringify([request.tool, request.action]);
      const decision = await (deciding.get(key) ?? begin(key));
      if (decision.effect !== 'ask') return settled(request, decision);
      if (signal.aborted) return aborted(request);
      const question = asked.get(key) ?? open(key);
      return await question.answerFor(request, signal);
    } catch (thrown) {
      return { type: 'deny', by: 'grant', error: toErrorInfo(thrown, 'PERMISSION_DENIED') };
    }

    function begin(key: string): Promise<RuleDecision> {
      const decision = decideNow(request)
        .then((made) => made.decision)
        .finally(() => deciding.delete(key));
      deciding.set(key, decision);
      return decision;
    }

    function open(key: string): Question {
      const mine = turn;
      const question = new Question(
        (all) => mine.then(() => (all.aborted ? aborted(request) : ask(request, all))),
        // A later caller asks again.
        () => asked.get(key) === question && asked.delete(key),
      );
      asked.set(key, question);
      turn = question.answer.catch(() => undefined);
      return question;
    }
  };
}

/** One question for all identical requests; it is cancelled when no caller waits any longer. */
class Question {
  readonly answer: Promise<PermissionAnswer>;
  readonly #all = new AbortController();
  #waiting = 0;

  constructor(ask: (signal: AbortSignal) => Promise<PermissionAnswer>, over: () => void) {
    this.#all.signal.addEventListener('abort', over, { once: true });
    this.answer = ask(this.#all.signal).finally(over);
    // Waiting callers see a failure; if all have left, it may go unseen.
    this.answer.catch(() => undefined);
  }

  async answerFor(request: PermissionRequest, signal: AbortSignal): Promise<PermissionAnswer> {
    this.#waiting += 1;
    let stop = (): void => undefined;
    const called = new Promise<PermissionAnswer>((resolve) => {
      stop = () => resolve(aborted(request));
      signal.addEventListener('abort', stop, { once: true });
    });
    if (signal.aborted) stop();
    try {
      return await Promise.race([this.answer, called]);
    } finally {
      signal.removeEventListener('abort', stop);
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#all.abort();
    }
  }
}

/** Null when it is cancelled first: the code that asks a person may not react. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const off = new Promise<null>((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  return Promise.race([work, off]);
}

const standing = async ({ grants, holders }: PermitOptions): Promise<Grant[]> => {
  const all = await grants.list();
  return all.filter(
    ({ scope, holder }) =>
      (scope === 'session' && holder === holders.session) || (scope === 'project' && holder === holders.project),
  );
};

const settled = (request: PermissionRequest, decision: RuleDecision): PermissionAnswer =>
  decision.effect === 'allow' ? { type: 'allow', by: decision.by } : denial(request, decision);

const aborted = (request: PermissionRequest): PermissionAnswer =>
  denial(request, { by: 'mode', why: 'the attempt was stopped', next: '' }, 'it is no longer needed');

/** Where the project's own path contains a link, paths below it are resolved the same way. */
function rebased(request: PermissionRequest, from: string, to: string): PermissionRequest {
  const { action } = request;
  if (from === to) return request;
  const move = (path: string): string =>
    path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
  if (action.type === 'command') return { ...request, action: { ...action, cwd: move(action.cwd) } };
  if (action.type !== 'read' && action.type !== 'write') return request;
  return { ...request, action: { ...action, paths: [...new Set(action.paths.map(move))] } };
}
