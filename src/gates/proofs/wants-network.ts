import type { TestCase } from '#contracts/test-run.ts';

export const NO_NETWORK =
  'Tests are run without a network: one that needs a server starts its own on 127.0.0.1. Make them pass so.';

/** Error messages of systems and languages without a network. */
const UNREACHABLE =
  /\b(EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH)\b|name resolution|network is unreachable|no route to host|fetch failed/i;

export const wantsNetwork = ({ failure }: TestCase): boolean => UNREACHABLE.test(failure?.message ?? '');
