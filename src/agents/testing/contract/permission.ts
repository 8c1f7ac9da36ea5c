import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Permit } from '#contracts/permission.ts';
import { placeOf, taskOf, tempFolder } from '../attempting.ts';
import { afterCall, claims, played } from '../scripts.ts';
import type { ContractKit } from './kit.ts';

const done = claims({ done: true });
const DONE = { type: 'claim', claim: { done: true } };

/** Every use is asked for. */
export function permissionContract({ subject, test, open }: ContractKit): void {
  const { calls } = subject;
  describe(`C8 ${subject.name}: permission`, () => {
    test(['permission'], 'a use that is denied does not happen; the model is told why and goes on', async () => {
      const folder = tempFolder();
      const told: string[] = [];
      const permit: Permit = async ({ action }) =>
        action.type === 'write'
          ? {
              type: 'deny',
              by: 'rule',
              error: { code: 'PERMISSION_DENIED', message: 'the vault is closed', next: 'Ask.' },
            }
          : { type: 'allow', by: 'mode' };
      const script = afterCall(calls.write('vault.txt', 'gold', folder), (result) => {
        told.push(result);
        return done;
      });
      const { attempt } = await open(played(script));
      const { complete, of } = await attempt(taskOf(), placeOf({ folder, permit }));
      expect(complete.result).toEqual(DONE);
      expect(existsSync(join(folder, 'vault.txt'))).toBe(false);
      expect(told[0]).toContain('the vault is closed');
      const denied = of('permission_answer').find(({ answer }) => answer.type === 'deny');
      const request = of('permission_request').find((each) => each.request.id === denied?.id);
      expect(request?.request.action).toMatchObject({ type: 'write', paths: expect.arrayContaining(['vault.txt']) });
    });

    test(['permission', 'commands'], 'a command is asked for as it was written', async () => {
      const asked: unknown[] = [];
      const permit: Permit = async ({ action }) => {
        asked.push(action);
        return { type: 'deny', by: 'rule', error: { code: 'COMMAND_REFUSED', message: 'not here' } };
      };
      const { attempt } = await open(played(afterCall(calls.shell('echo one > two'), () => done)));
      const place = placeOf({ permit });
      expect((await attempt(taskOf(), place)).complete.result).toEqual(DONE);
      expect(asked).toContainEqual(expect.objectContaining({ type: 'command', line: 'echo one > two' }));
      expect(existsSync(join(place.folder, 'two'))).toBe(false);
    });
  });
}
