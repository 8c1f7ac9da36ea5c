import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peekGroups } from './all-peeks.ts';
import type { Peek } from './peek.ts';
import { cannotBe, type Driver, startDriver, type Who } from './start-driver.ts';

const missing = ['bwrap', '/usr/bin/python3', 'git', 'setpriv'].filter((name) => spawnSync(name, ['--version']).error);
/** Every peek as one user, or those that are wanted: inside it fails, with the sandbox off it works. */
export function describePeeks(who: Who, wanted: (peek: Peek) => boolean = () => true): void {
  const why = missing.length > 0 ? `needs ${missing.join(', ')}` : cannotBe(who);
  describe.skipIf(why !== null)(`H2 peeks as ${who}${why === null ? '' : ` (skipped: ${why})`}`, () => {
    let driver: Driver;
    beforeAll(async () => {
      driver = await startDriver(who);
    });
    afterAll(() => driver.stop());

    it('the sandbox holds everything it should', () => {
      expect(driver.ability).toEqual({
        kind: 'bubblewrap',
        enforces: expect.arrayContaining([
          'files',
          'network',
          'environment',
          'scratch',
          'processes',
          'memory',
          'kill-tree',
          'system-calls',
        ]),
      });
    });

    for (const [group, peeks] of Object.entries(peekGroups)) {
      describe(group, () => {
        for (const peek of peeks.filter(wanted)) {
          it(`${peek.id}: ${peek.title}: fails inside`, async () => {
            const answer = await driver.peek(peek.id, true);
            expect(answer.gotIn, answer.said).toBe(false);
            // A peek that could not even be tried has shown nothing.
            expect(answer.outcome, answer.said).not.toBe('unstartable');
          });

          const held = whyHeld(peek, who);
          it.skipIf(held !== null)(
            `${peek.id}: works with the sandbox off${held === null ? '' : ` (skipped: ${held})`}`,
            async () => {
              const answer = await driver.peek(peek.id, false);
              expect(answer.gotIn, answer.said).toBe(true);
            },
          );
        }
      });
    }
  });
}

/** Why the peek cannot be shown to work with the sandbox off. */
function whyHeld(peek: Peek, who: Who): string | null {
  if (peek.rootOnly && who !== 'root') return 'only root can do it at all';
  return peek.heldBySystem?.(who === 'root') ?? null;
}
