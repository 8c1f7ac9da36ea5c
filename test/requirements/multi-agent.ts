import { done, feature, open, type Requirement } from './requirement.ts';

/** Runs and their log, budgets, scheduling, agents as data; sessions and pipelines of many agents. */
export const MULTI_AGENT: readonly Requirement[] = [
  ...feature('S1', 'sessions', [
    open('S1.1', 'sessions are created, listed, switched, paused, resumed and closed; states are validated'),
    open('S1.2', 'a cap on sessions with back-pressure'),
    open('S1.3', 'a session is saved on pause, suspend and shutdown, and restored exactly'),
    open('S1.4', 'every write carries its session; reads across sessions are explicit and never write'),
  ]),
  ...feature('S2', 'DAG engine, live adjustment', [
    done('S2.1', 'a letter that leads to no event leaves the log whole, and its sender is told'),
    done('S2.2', 'runs verify names the first bad event; runs repair mends what can be believed'),
    done('S2.3', 'a driver holds its own lease; the first answer in the log is what the agent is told'),
    done('S2.4', 'random histories of letters, kills and rival drivers end as a small model says'),
    done('S2.5', 'a database of every released version opens and goes on'),
    done('S2.6', 'delete, prune, pin, disk: what no run names is taken away, what is kept stays'),
    open('S2.7', 'cycles, missing dependencies and unknown agents are rejected before anything runs'),
    open('S2.8', 'fail_fast and continue_on_failure; dependants of a failure are skipped'),
    open('S2.9', 'a running DAG is adjusted: add, remove, modify, reprioritise'),
  ]),
  ...feature('S3', 'scheduling', [
    done(
      'S3.1',
      'a budget is shared out before it is spent: by agents at once, over a crash; an unknown price is never $0.00',
    ),
    done(
      'S3.2',
      'one scheduler for all processes of the machine: lanes, ageing, fair shares, caps; a 429 slows the crowd',
    ),
    open('S3.3', 'caps per session, per agent type and for the machine; wait time and depth by lane are shown'),
  ]),
  ...feature('S4', 'Guide', [
    open('S4.1', 'every message between agents and people goes through the Guide'),
    open('S4.2', '@to, @from, @broadcast and /task are read; names match fuzzily'),
    open('S4.3', 'intent is classified in the call that routes; a deterministic classifier answers first'),
  ]),
  ...feature('S5', 'agents and skills as data', [
    done('S5.1', 'hosted agents know the house rules of the base; blind sides only what keeps them blind'),
    done('S5.2', 'files for Claude Code, opencode and agentskills work unchanged'),
  ]),
  ...feature('S6', 'pipelines', [
    open(
      'S6.1',
      'one task is built, inspected and tested in a pipeline of at most three rounds, then a person is asked',
    ),
    open('S6.2', 'a person may override the inspector or the tester, and it is recorded'),
  ]),
  ...feature('S7', 'handoff', [
    open('S7.1', 'a handoff carries prompt, what is done, what remains, files and notes, atomically'),
    open('S7.2', 'three tries with back-off, then a summary; no work is lost'),
  ]),
  ...feature('S8', 'two levels of quality', [
    open('S8.1', 'when all pipelines are done the whole session is inspected and tested; findings become a fix DAG'),
  ]),
  ...feature('S9', 'tool discovery', [
    open('S9.1', 'preference, configuration, manifest, CI, defaults, then a question: which tool is used, and why'),
    open('S9.2', 'what was found is kept per project until a configuration file changes'),
    open('S9.3', 'a tool is installed with verification and rollback'),
  ]),
  ...feature('S10', 'efficiency techniques', [
    open('S10.1', 'mistakes of failed builds and tests are remembered and told'),
    open('S10.2', 'a diff is previewed with warnings before it is applied'),
  ]),
  ...feature('S11', 'coordinator', [
    open('S11.1', 'agents start in order; one that fails is skipped, and all is saved at the end'),
  ]),
];
