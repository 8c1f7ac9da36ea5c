import { Sha } from '#contracts/workspace.ts';
import { systemClock } from '#host/clock.ts';
import { LocalWorkspaceStore } from '../store.ts';

/** Brings a commit into a repository; the test kills it on the way. */
const [root = '', repository = '', sha = ''] = process.argv.slice(2);
const store = new LocalWorkspaceStore({ root, path: process.env.PATH ?? '', clock: systemClock });
console.log('ready');
console.log(JSON.stringify(await store.repository(repository).fastForward('main', Sha.parse(sha))));
