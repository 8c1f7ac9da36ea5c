import { done, type Requirement } from './requirement.ts';

/** Small tools that cannot be misused. */
export const TOOLBELT: readonly Requirement[] = [
  done('T1', 'find-binary'),
  done('T2', 'docs check'),
  done('T3', 'schema'),
  done('T4', 'shell check'),
  done('T5', 'preview'),
  done('T6', 'read'),
  done('T7', 'checkpoint'),
  done('T8', 'the toolbelt through its commands, where it was wrong'),
];
