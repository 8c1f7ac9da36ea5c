import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#host/clock.ts';
import { LocalWorkspaceStore } from '../store.ts';

/** Makes a workspace, writes into it, reports that, and waits to be killed. */
const [root = '', repository = '', name = ''] = process.argv.slice(2);
const store = new LocalWorkspaceStore({ root, path: process.env.PATH ?? '', clock: systemClock });
const space = await store.create({ name, repository });
writeFileSync(join(space.path, 'written.txt'), 'before the crash\n');
console.log('ready');
setInterval(() => undefined, 60_000);
