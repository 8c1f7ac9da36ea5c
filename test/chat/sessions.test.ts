import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, toolCall } from '#sim/answers.ts';
import { MODEL, openChatRig } from './talk.ts';

/** The one object of `--json`. */
const objectOf = ({ out }: { out: string }) => JSON.parse(out);

describe('C5.1 conversations as a collection', () => {
  it('are listed, noted, found, exported, imported elsewhere and gone on with, and deleted', async () => {
    const rig = await openChatRig(
      ({ messages }) => {
        const last = messages.at(-1);
        if (last?.toolResults.length) return text('It holds seven.');
        return last?.text.includes('go on') ? text(`I was told: ${last.text}`) : toolCall('read', { path: 'a.txt' });
      },
      { 'a.txt': 'seven\n' },
    );
    expect((await rig.assay(['sessions'])).out).toContain('No conversations yet');
    await rig.assay(['ask', ...MODEL, `what is in a.txt? I am in ${rig.env.HOME}/here`]);
    await rig.assay(['sessions', 'label', 'last', 'bug', 'urgent']);
    await rig.assay(['sessions', 'status', 'last', 'done']);
    await rig.assay(['sessions', 'rename', 'last', 'The', 'number']);
    const [listed] = objectOf(await rig.assay(['sessions', '--label', 'bug', '--here', '--json'])).sessions;
    expect(listed).toMatchObject({
      title: 'The number',
      labels: ['bug', 'urgent'],
      status: 'done',
      folder: rig.project,
    });
    expect((await rig.assay(['sessions', 'search', 'holds', 'sev'])).out).toContain('It holds seven.');

    const file = join(rig.project, 'talk.jsonl');
    await rig.assay(['sessions', 'export', 'last', file]);
    const exported = readFileSync(file, 'utf8');
    expect(exported).toContain('"tool":"read"');
    // What is passed on names neither the person's home nor what would run elsewhere.
    expect(exported).not.toContain(rig.env.HOME);
    expect(exported).not.toContain('"backend"');
    const { imported } = objectOf(await rig.assay(['sessions', 'import', file, '--json']));
    expect(imported).toMatchObject([{ turns: 2 }]);
    const again = join(rig.project, 'again.jsonl');
    await rig.assay(['sessions', 'export', imported[0].session, again]);
    const turnsIn = (told: string) =>
      told
        .split('\n')
        .slice(1, -1)
        .map((line) => JSON.parse(line).parts);
    expect(turnsIn(readFileSync(again, 'utf8'))).toEqual(turnsIn(exported));
    const on = await rig.assay(['ask', ...MODEL, '--run', imported[0].session, 'go on']);
    expect(on.out).toMatch(/I was told: Earlier in this conversation:[\s\S]*It holds seven\.[\s\S]*go on/);

    const page = join(rig.project, 'talk.html');
    await rig.assay(['sessions', 'export', imported[0].session, page]);
    expect(readFileSync(page, 'utf8')).toMatch(/<summary>read a\.txt<\/summary>[\s\S]*It holds seven\./);
    await rig.assay(['sessions', 'archive', imported[0].session]);
    expect(objectOf(await rig.assay(['sessions', '--json'])).sessions).toHaveLength(1);
    await rig.assay(['sessions', 'delete', imported[0].session]);
    expect(objectOf(await rig.assay(['sessions', '--archived', '--json'])).sessions).toEqual([]);
    expect(objectOf(await rig.assay(['sessions', 'search', 'told', '--json'])).hits).toEqual([]);
  });
});
