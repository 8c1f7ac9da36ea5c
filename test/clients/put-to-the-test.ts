import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { backendContract } from '#agents/test/backend.contract.ts';
import { budgetTest } from './budget-test.ts';
import { CLIENTS, type ClientName } from './clients.ts';
import { ownTests } from './own-tests.ts';
import type { MakeSubject } from './subjects.ts';
import { createWorld } from './world.ts';

/** Runs the contract suite with one real client, where `npm run test:clients` has installed it. */
export async function putToTheTest(key: ClientName, make: MakeSubject): Promise<void> {
  const client = CLIENTS[key];
  const installed = process.env.ASSAY_CLIENTS;
  if (installed === undefined || !existsSync(join(installed, client.folder, 'node_modules'))) {
    describe(`C1 ${client.title}`, () => {
      it('is installed', () => {
        throw new Error(`${client.package}@${client.version} is not installed; run npm run test:clients.`);
      });
    });
    return;
  }
  const world = await createWorld();
  afterAll(() => world.close());
  const subject = make(world, installed);
  backendContract(subject);
  ownTests(subject);
  budgetTest(subject);
}
