import { done, feature, open, type Requirement } from './requirement.ts';

/** Projects as they are: dependencies, units, runners, languages. */
export const REAL_REPOSITORIES: readonly Requirement[] = [
  ...feature('G10', 'real repositories: the gate works on projects as they are', [
    done('G10.1', 'dependencies as the person has them, in both modes'),
    done('G10.2', 'runners are started as the project’s own script or configuration starts them'),
    done('G10.3', 'a project is a set of units, found by their manifests'),
    done('G10.4', 'without a sandbox connected mode measures where a person allows it'),
    done('G10.5', 'maintainers’ commits are replayed, honest and as cheats, by one command'),
    done('G10.6', 'a Python project that names no runner is run by what its tests are written for: pytest or unittest'),
    done('G10.7', 'a language without a proof pack is refused until a person waives it, and said ever after'),
    done('G10.8', 'a new dependency is a request that a person grants'),
    done('G10.9', 'code of dependencies is built where it writes and sees nothing of the person’s'),
    open('G10.10', 'private registries are reached with credentials that stay outside of the sandbox'),
    done('G10.11', 'command, time limit, variables, build and patterns of the configuration are obeyed'),
    done('G10.12', 'what main is known for expires'),
    done('G10.13', 'a mutant meets the tests near it first, and all of them before it is said to have survived'),
    done('G10.14', 'vitest, node:test, mocha, pytest and unittest are run live, and their reports read'),
    open('G10.15', 'jest, ava, tap and tape are run live (npm run test:runners)'),
    done('G10.16', 'Go and Rust code is asked by a program of its own'),
    done(
      'G10.17',
      'Java: JUnit through Maven is run and read, red is judged, functions are broken; unproven until a person says so',
    ),
    open('G10.18', 'macOS measures in a sandbox'),
    done('G10.19', 'a long output is cut in its middle and kept whole'),
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
  ]),
];
