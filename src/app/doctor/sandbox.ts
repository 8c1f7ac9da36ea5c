import { runtimeAbility } from './ability.ts';
import type { DoctorCheck } from './check.ts';

/** What a probe showed this machine's sandbox prevents: the same probe that runs before agents do. */
export const sandbox: DoctorCheck = {
  name: 'sandbox',
  group: 'optional',
  look: async ({ ability, env }) => {
    const found = await ability();
    if (found.kind === 'none') {
      const runtime = await runtimeAbility(env);
      if (runtime === null) return { state: 'absent', seen: found.why, next: found.next };
      return {
        state: 'ok',
        seen: `${found.why}; gates measure in sandbox-runtime, which holds back: ${runtime.join(', ')}`,
      };
    }
    return { state: 'ok', seen: `${found.kind} holds back: ${found.enforces.join(', ')}` };
  },
};
