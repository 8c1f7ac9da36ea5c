import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Permit } from '#contracts/permission.ts';
import { placeOf, taskOf, tempFolder } from '../attempting.ts';
import { denying, WHY } from '../permits.ts';
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
      const bench = await open(played(afterCall(calls.write('vault.txt', 'gold', folder), () => done)));
      const place = placeOf({ folder, permit: denying('write') });
      const { complete, of } = await bench.attempt(taskOf(), place);
      expect(complete.result).toEqual(DONE);
      expect(existsSync(join(folder, 'vault.txt'))).toBe(false);
      expect(JSON.stringify(bench.sim.requests.at(-1)?.request.messages)).toContain(WHY);
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
