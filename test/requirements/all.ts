import { FIRST_HOUR } from './first-hour.ts';
import { GATED_PR } from './gated-pr.ts';
import { HYBRID_TDD } from './hybrid-tdd.ts';
import { KNOWLEDGE } from './knowledge.ts';
import { MULTI_AGENT } from './multi-agent.ts';
import { NO_WAY_PAST } from './no-way-past.ts';
import { PLATFORM } from './platform.ts';
import { REAL_REPOSITORIES } from './real-repositories.ts';
import type { Requirement } from './requirement.ts';
import { RESEARCH_AND_CHAT } from './research-and-chat.ts';
import { TOOLBELT } from './toolbelt.ts';

/**
 * Every sentence that Assay promises, by id. Tests cite an id in the title of a `describe`, `it` or `test`. An id that is
 * `done` and cited by no test fails `npm run check`; so does a citation of an id that is not listed.
 */
export const REQUIREMENTS: readonly Requirement[] = [
  ...GATED_PR,
  ...REAL_REPOSITORIES,
  ...NO_WAY_PAST,
  ...HYBRID_TDD,
  ...MULTI_AGENT,
  ...KNOWLEDGE,
  ...RESEARCH_AND_CHAT,
  ...TOOLBELT,
  ...PLATFORM,
  ...FIRST_HOUR,
];
