import { describe, expect, it } from 'vitest';
import { CLIENTS, clientsFolder, isInstalled } from '../clients.ts';
import { CONNECTED, type ConnectedName } from './connected.ts';
import { killedClient, SLOW_TESTS, slowTests, UNHURRIED_TESTS } from './long-calls.ts';
import { mergeConflict } from './merging.ts';
import { begin } from './story.ts';
import { TOOL_NAMES } from './tool-names.ts';
import { QUICK, trouble } from './trouble.ts';
import { wholePr } from './whole-pr.ts';

/** Eighty calls of a real client, each with tests run for it; on a busy machine that takes its time. */
const LONG = 1_800_000;

/** Every row of the transition table, driven by one real client through the `assay mcp` that it starts itself. */
export function driveGatedPr(name: ConnectedName): void {
  const client = CONNECTED[name];
  const installed = clientsFolder(process.env);
  describe(`G8 a gated PR driven by ${client.title}`, () => {
    it('is installed', () => {
      const { package: name, version } = CLIENTS[client.installed];
      if (!isInstalled(CLIENTS[client.installed], installed)) {
        throw new Error(`${name}@${version} is not installed; run npm run test:clients.`);
      }
    });

    it(
      'offers its model all five tools from the start',
      async () => {
        const { hands } = await begin(name, installed);
        expect(await hands.offered()).toEqual(expect.arrayContaining(TOOL_NAMES.map(client.tool)));
        expect(await hands.leave()).toBe(0);
      },
      LONG,
    );

    it(
      'goes from the plan to merged, by every row on the way',
      async () => {
        await wholePr(await begin(name, installed));
      },
      LONG,
    );

    it(
      'is counted, helped, cut smaller, escalated and guided where work fails',
      async () => {
        await trouble(await begin(name, installed, { config: QUICK }));
      },
      LONG,
    );

    it(
      'halts on a conflict, and merges when a person settled it',
      async () => {
        await mergeConflict(await begin(name, installed));
      },
      LONG,
    );

    it(
      'waits for slow tests by ticket, beside another client',
      async () => {
        await slowTests(await begin(name, installed, { files: SLOW_TESTS }));
      },
      LONG,
    );

    it(
      'is killed in the middle of a measurement, and continues when it is started again',
      async () => {
        await killedClient(await begin(name, installed, { files: UNHURRIED_TESTS }));
      },
      LONG,
    );
  });
}
