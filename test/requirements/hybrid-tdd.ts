import { done, type Requirement } from './requirement.ts';

/** Hybrid TDD: tests and code written at once by agents that are blind to each other. */
export const HYBRID_TDD: readonly Requirement[] = [
  done('H1', 'typed graph'),
  done('H2', 'enforced blindness'),
  done('H3', 'parallel tests and impl; red per test on a skeleton'),
  done('H4', 'type adversary, gate, fix budget'),
  done('H5', 'claims checked against disk'),
  done('H6', 'real mutants decide'),
  done('H7', 'fix loop that learns; strengthen loop for tests'),
  done('H8', 'witness, result, next work items'),
  done('H9', 'speculation; (later: injected findings, diverse test agents)'),
];
