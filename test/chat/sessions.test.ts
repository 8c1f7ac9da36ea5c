import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSessionsDatabase } from '#sessions/catalogue/sessions-database.ts';
import { text, toolCall } from '#sim/answers.ts';
import { type ChatRig, MODEL, openChatRig } from './talk.ts';

/** The one object of `--json`. */
const objectOf = ({ out }: { out: string }) => JSON.parse(out);

async function notesFile(rig: ChatRig): Promise<string> {
  const { home } = await rig.runs();
  return join(dirname(home.database), 'sessions.db');
}

describe('C5.1 conversations as a collection', () => {
  it('C5.2 C5.4 are listed, noted, found, exported, imported elsewhere and continued, and deleted', async () => {
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

  it('C5.3 lose only their notes if their file is damaged, and say where the old file is', async () => {
    const rig = await openChatRig(() => text('It holds seven.'), {});
    await rig.assay(['ask', ...MODEL, 'what is it?']);
    await rig.assay(['sessions', 'rename', 'last', 'The', 'number']);
    const file = await notesFile(rig);
    for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    writeFileSync(file, 'no database any more '.repeat(300));
    const { out, err } = await rig.assay(['sessions']);
    expect(err).toContain('sessions.db.damaged-');
    expect(err).toContain('Nothing that was said is lost');
    expect(out).toContain('what is it?');
    const after = await rig.assay(['sessions', 'search', 'seven']);
    expect(after.out).toContain('It holds seven.');
    expect(after.err).not.toContain('damaged');
  });

  it('that another process deleted are forgotten, with their notes', async () => {
    const rig = await openChatRig(() => text('It holds seven.'), {});
    await rig.assay(['ask', ...MODEL, 'what is it?']);
    const [{ id }] = objectOf(await rig.assay(['sessions', '--json'])).sessions;
    await rig.assay(['sessions', 'label', id, 'bug']);
    await rig.assay(['runs', 'delete', id]);
    expect(objectOf(await rig.assay(['sessions', '--json'])).sessions).toEqual([]);
    const { db } = openSessionsDatabase(await notesFile(rig), 1);
    expect([db.all('SELECT * FROM notes'), db.all('SELECT * FROM indexed')]).toEqual([[], []]);
    db.close();
  });
});
