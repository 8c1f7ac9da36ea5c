import { it } from 'vitest';
import { CLIENTS, clientsFolder, isInstalled } from '../clients.ts';
import { CONNECTED, type ConnectedName } from './connected.ts';
import { begin } from './story.ts';
import { firstRed } from './whole-pr.ts';

const NAMES: readonly ConnectedName[] = ['claude', 'codex', 'gemini', 'opencode'];

// One client and the beginning of one PR, where `npm run test:clients` has left one; that runs all of them to the end.
it('G8.4 a real client, where one is installed, goes from the plan to a RED that is proven', async ({ skip }) => {
  const installed = clientsFolder(process.env);
  const name = NAMES.find((each) => isInstalled(CLIENTS[CONNECTED[each].installed], installed));
  if (name === undefined) return skip('no real client is installed; npm run test:clients installs them');
  await firstRed(await begin(name, installed));
}, 180_000);
