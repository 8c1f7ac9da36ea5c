import { done, feature, open, type Requirement } from './requirement.ts';

/** Projects as they are: dependencies, units, runners, languages. */
export const REAL_REPOSITORIES: readonly Requirement[] = [
  ...feature('G10', 'real repositories: the gate works on projects as they are', [
    done('G10.1', 'dependencies are those the person has installed, in both modes'),
    done('G10.2', 'runners are started as the project’s own script or configuration starts them'),
    done('G10.3', 'a project is a set of units, found by their manifests'),
    done('G10.4', 'without a sandbox, connected mode measures if a person allows it'),
    done('G10.5', 'maintainers’ commits are replayed, honest and as cheats, by one command'),
    done('G10.6', 'a Python project that names no runner is run by what its tests are written for: pytest or unittest'),
    done(
      'G10.7',
      'a language without a proof pack is refused until a person allows it, and every verdict then says so',
    ),
    done('G10.8', 'a new dependency is a request that a person grants'),
    done('G10.9', 'dependency code is built where it can neither write nor read the person’s files'),
    done('G10.10', 'private registries are reached with credentials that stay outside the sandbox'),
    done('G10.11', 'command, time limit, variables, build and patterns of the configuration are obeyed'),
    done('G10.12', 'what is known about main expires'),
    done('G10.13', 'a mutant runs against the tests near it first, and against all before it counts as survived'),
    done('G10.14', 'vitest, node:test, mocha, pytest and unittest are run live, and their reports read'),
    open('G10.15', 'jest, ava, tap and tape are run live (npm run test:runners)'),
    done('G10.16', 'Go and Rust code is called by a separate program'),
    done(
      'G10.17',
      'Java: JUnit through Maven is run and read, red is judged, functions are broken; unproven until a person says so',
    ),
    done(
      'G10.18',
      'where there is no sandbox of our own, gates measure in sandbox-runtime: tried on Linux, and by the profile it makes on macOS',
    ),
    done('G10.19', 'a long output is shortened in the middle and stored whole'),
    done('G10.20', 'lockfiles of npm, pnpm, yarn, pip, uv and poetry are read'),
    open(
      'G10.21',
      'at least 95 % of maintainers’ commits are accepted in both modes, no cheating twin (npm run test:real)',
    ),
    open('G10.22', 'assay init alone makes eight of ten real repositories measurable'),
    open(
      'G10.23',
      'submit_work costs at most 400 ms or 10 % beyond the commands themselves (npm run bench -- gated-pr)',
    ),
    open('G10.24', 'the median step on a large suite takes at most 0.3 of the whole run (npm run bench -- impact)'),
    done(
      'G10.25',
      'PHP: phpunit is run and read, red is judged, functions are broken; unproven until a person says so',
    ),
    open('G10.26', 'unittest is held to tamper checks, challenge and mutants like pytest'),
    open('G10.27', 'bun is run live'),
    done(
      'G10.28',
      'in a project of many packages those that a change cannot reach are not run, and that is said; init tries some of each kind',
    ),
    done('G10.29', 'what tests load of other packages of the project is built before they run'),
  ]),
];
