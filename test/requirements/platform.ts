import { done, feature, open, type Requirement } from './requirement.ts';

/** What stands beside the workflows: simulator, sharing, attestations, telemetry, and the house itself. */
export const PLATFORM: readonly Requirement[] = [
  ...feature('X1', 'model simulator', [
    done('X1.1', 'the wire formats of Anthropic, OpenAI (two) and Gemini are spoken as documented'),
    done('X1.2', 'real clients get text, tool loops and objects, and both sides count the same tokens'),
    done('X1.3', 'real clients meet faults: 429, cut streams, invalid bodies, unknown tools'),
    done('X1.4', 'scenarios are chosen by name or written in a file'),
  ]),
  ...feature('X2', 'distributed executor', [
    open('X2.1', 'node tasks are taken by workers on other machines; a killed worker loses nothing'),
  ]),
  ...feature('X3', 'a run shared as one HTML file', [
    done('X3.1', 'it contains the whole run as data that cannot execute'),
    done('X3.2', 'it requests nothing from the network'),
    done('X3.3', 'it names no home folder'),
    done('X3.4', 'it opens without a server'),
  ]),
  ...feature('X4', 'attestations of merged commits', [
    done('X4.1', 'a note that is missing, moved, garbled or altered is refused'),
    done('X4.2', 'a signature fits no statement that was altered by a word'),
  ]),
  ...feature('X5', 'an adversary against our own gates and a replay of real commits, as commands', [
    done('X5.1', 'a command lets an adversary try our own gates'),
    done('X5.2', 'a command replays real commits from a list or a folder of clones'),
  ]),
  ...feature('X6', 'a run as an OpenTelemetry trace, live and afterwards', [
    done('X6.1', 'it goes to a collector by OTEL_* alone, and is the same trace when it is exported afterwards'),
    done('X6.2', 'nothing is sent without OTEL_*, and an unavailable collector ends no run'),
    done('X6.3', 'OTLP’s own decoder reads it in npm test'),
  ]),
  ...feature('X7', 'the code itself', [
    done('X7.1', 'rooms import only from lower rooms, without cycles'),
    done('X7.2', 'exports that no user can reach are found'),
    done('X7.3', 'no two files export the same name'),
    done('X7.4', 'a test runner is one profile, and a hole in one is found'),
    done('X7.5', 'an agent with its own program is one descriptor'),
    done('X7.6', 'a page of the window is one row of a table'),
    done('X7.7', 'this list: a promise that no test cites is found'),
    done('X7.8', 'slow suites have their own script, and a faster test of the same in npm test'),
    done('X7.9', 'the docs show no command or option that does not exist'),
    done('X7.10', 'the repository contains no machine path, host or token'),
    done('X7.11', 'the packed package has no tests and runs in an empty folder'),
    done('X7.12', 'setup installs what is missing once, and says what it cannot'),
    done('X7.13', 'the server says how to build a missing page, and finds it once it is built'),
    done('X7.14', 'npm test ends with its counts, what was skipped and why'),
    open('X7.15', 'npm test takes at most nine minutes on two cores, three times green in a row'),
    open('X7.16', 'npm test passes on a machine that has only what the README names (.ci/run)'),
    done('X7.17', 'a workflow describes itself: adding one touches one folder'),
    done('X7.18', 'one module steers and one asks a person, for all interfaces'),
    done('X7.19', 'the glossary has every term of ours, and the words to avoid'),
    done('X7.20', 'the workflow in the docs runs'),
  ]),
];
