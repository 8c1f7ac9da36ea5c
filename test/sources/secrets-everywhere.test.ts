import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { text, toolCall } from '#sim/answers.ts';
import { research } from '#sim/scenarios/research.ts';
import { oauthMcpServer } from '#sources/testing/oauth-server.ts';
import { MODEL, openChatRig, type Started } from '../chat/talk.ts';
import { probedSandbox } from '../sandbox-here.ts';
import { foundSecrets, pagesOf } from './hunt.ts';

const lacking = await probedSandbox();
const PLANTED = {
  provider: 'planted-provider-key-5be2a7',
  passphrase: 'planted-passphrase-e0c413',
  header: 'planted-header-secret-19fd60',
  environment: 'planted-environment-secret-72c8ab',
};

/** A service whose one operation is described here; nobody answers there, so its errors are kept, too. */
const DOCUMENT = {
  openapi: '3.0.0',
  info: { title: 'pets', version: '1' },
  servers: [{ url: 'http://127.0.0.1:9' }],
  paths: { '/pets': { get: { operationId: 'listPets', responses: { 200: { description: 'all' } } } } },
};

it.skipIf(lacking !== null)(
  `C7.2 a conversation, a research, a sign-in and a gated PR leave no secret anywhere${lacking === null ? '' : ` (${lacking})`}`,
  { timeout: 1_800_000 },
  async () => {
    const server = await oauthMcpServer({ tells: 'its token' });
    const rig = await openChatRig(
      (request, seen) => {
        const results = request.messages.flatMap(({ toolResults }) => toolResults);
        const isOfResearch = request.messages.some(({ text: said }) => /<(?:question|reply)\b/.test(said));
        if (isOfResearch) return research.answer(request, seen);
        if (results.length === 0) return toolCall('guarded__secret_number', { of: 'all' });
        if (results.length === 1) return toolCall('pets__listPets', {});
        return text(`They said: ${results.map((each) => each.text).join(' / ')}`);
      },
      { 'docs/leases.md': '# Leases\n\nA lease is held for 10 seconds.\n' },
    );
    rig.env.OPENAI_COMPATIBLE_API_KEY = PLANTED.provider;
    rig.env.ASSAY_PASSPHRASE = PLANTED.passphrase;
    rig.env.SOME_TOKEN = PLANTED.environment;
    mkdirSync(join(rig.home, '..', 'documents'));
    const document = join(rig.home, '..', 'documents/pets.json');
    writeFileSync(document, JSON.stringify(DOCUMENT));
    const said: string[] = [];
    const run = async (args: readonly string[], stdin?: string) => {
      const ended = await rig.assay(args, stdin);
      said.push(ended.out, ended.err);
      return ended;
    };

    await run(['sources', 'add', 'guarded', '--read-only', '--url', server.url]);
    const signingIn = rig.start(['sources', 'auth', 'guarded'], null);
    await fetch(await addressToVisit(signingIn));
    const signedIn = await signingIn.ended;
    said.push(signedIn.out, signedIn.err);
    expect(signedIn.code).toBe(0);
    expect(await run(['sources', 'test', 'guarded', '--accept'])).toMatchObject({ code: 0 });
    await run(['sources', 'add', 'pets', '--openapi', document, '--header', 'X-Api-Key=PETS', '--read-only']);
    await run(['sources', 'auth', 'pets', '--secret', 'PETS'], PLANTED.header);

    const asked = await run(['ask', ...MODEL, '--mode', 'execute', 'tell me the number']);
    expect(asked.out).toContain('It is [secret]');
    expect(await run(['ingest', 'docs/'])).toMatchObject({ code: 0 });
    const researched = await run(['research', ...MODEL, 'How long is a lease held?']);
    expect(researched.out).toContain('10 seconds');
    await run(['chat', ...MODEL], '/research How long is a lease held?\n1\n');
    // A whole gated PR: real gates, hooks and a sandbox, with these variables around them.
    expect(await run(['demo', '--fast'])).toMatchObject({ code: 0 });
    for (const each of ['talk.html', 'talk.jsonl']) await run(['sessions', 'export', 'last', join(rig.project, each)]);
    await run(['runs', 'export', 'last']);
    await run(['doctor']);
    const pages = await pagesOf(rig);

    const tokens = Object.fromEntries([...server.handedOut].map((token, at) => [`token ${at}`, token]));
    expect(Object.keys(tokens).length).toBeGreaterThan(2);
    expect(foundSecrets(rig, { said, pages }, { ...PLANTED, ...tokens })).toEqual([]);
    // The hunt finds what is there.
    const leak = join(rig.project, 'leak.txt');
    writeFileSync(leak, `x${PLANTED.header}x`);
    expect(foundSecrets(rig, { said, pages }, PLANTED)).toEqual([`header is in ${leak}`]);
  },
);

/** The address that a browser is sent to, once it was printed. */
function addressToVisit({ child, ended }: Started): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    child.stderr?.on('data', (chunk) => {
      heard += String(chunk);
      const found = /https?:\S+(?=\s)/.exec(heard)?.[0];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error(`no address was printed: ${heard}`)));
  });
}
