import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attestor } from '#app/attest/attestor.ts';
import { envelopePayload, openEnvelope, sealed } from '#app/attest/envelope.ts';
import { readNote, writeNote } from '#app/attest/notes.ts';
import { type AttestationSource, readAttestation } from '#app/attest/read-attestation.ts';
import type { Statement } from '#contracts/attestation.ts';
import { Sha } from '#contracts/workspace.ts';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { type PersonGit, personGit } from '#workflows/gated-pr/effects/person-git.ts';
import type { GatedState } from '#workflows/gated-pr/state.ts';
import { PATH } from '#workspace/testing/test-repository.ts';
import { type PrRig, prRig, readyToMerge } from '../gated-pr/pr-rig.ts';

const PROVEN = {
  item: { title: 'a thing', body: '', criteria: ['it is a thing'] },
  pr: { masterPlanPath: 'PLAN.md', prTitle: 'feat: a thing', summary: 's', verificationPlan: 'v', tasks: [] },
} satisfies Partial<GatedState>;

interface Attested {
  readonly rig: PrRig;
  readonly git: PersonGit;
  readonly source: AttestationSource;
  readonly change: Sha;
  readonly merge: Sha;
  read(commit: Sha): ReturnType<typeof readAttestation>;
}

/** A PR that was merged and attested; `configure` sets git up before. */
async function attested(configure: (rig: PrRig, folder: string) => void = () => {}): Promise<Attested> {
  const folder = tempFolder();
  const env = { PATH, HOME: folder };
  const rig = prRig({
    attestor: ({ repository, git }) => attestor({ version: '0.0.1', repository, git, env, folder, sign: true }),
  });
  configure(rig, folder);
  const { state, effect } = readyToMerge(rig, PROVEN);
  const done = await rig.perform(effect, state);
  if (done.type !== 'merge' || !done.result.ok) throw new Error(JSON.stringify(done));
  const git = personGit(rig.repository, env);
  const source: AttestationSource = {
    ...{ repository: rig.store.repository(rig.repository), git, requireSignature: false },
    verifier: { env, allowedSigners: null },
  };
  const { merge } = done.result;
  const change = Sha.parse(rig.git('rev-parse', `${merge}^2`));
  return {
    ...{ rig, git, source, change, merge },
    read: (sha) => readAttestation(source, { sha, message: 'm' }),
  };
}

/** Writes a note as a forger would. */
async function forge({ git }: Attested, commit: Sha, text: string): Promise<void> {
  const file = join(tempFolder(), 'note');
  writeFileSync(file, text);
  await writeNote(git, commit, file);
}

async function statementAt({ git }: Attested, commit: Sha): Promise<Statement> {
  const opened = openEnvelope((await readNote(git, commit)) ?? '');
  if (!opened.ok) throw new Error(opened.why);
  return opened.statement;
}

const codes = async (read: ReturnType<typeof readAttestation>) => (await read).problems.map(({ code }) => code);

describe('G13.2 X4 attestations of merged commits', () => {
  it('are on the change and on the merge, and fit the repository', async () => {
    const work = await attested();
    for (const commit of [work.change, work.merge])
      expect(await work.read(commit)).toMatchObject({ problems: [], signature: null });
    const { _type, subject, predicate } = await statementAt(work, work.change);
    expect([_type, subject.map(({ name, digest }) => [name, digest.gitCommit])]).toEqual([
      'https://in-toto.io/Statement/v1',
      [
        ['change', work.change],
        ['merge', work.merge],
      ],
    ]);
    expect(predicate).toMatchObject({ mode: 'connected', run: '01RUN', item: { title: 'a thing', plan: 'PLAN.md' } });
  });

  it('G13.7 are made up for where a crash came between the merge and the note', async () => {
    const folder = tempFolder();
    let dies = true;
    const rig = prRig({
      attestor: ({ repository, git }) => {
        const real = attestor({ version: '1', repository, git, env: { PATH, HOME: folder }, folder, sign: false });
        return {
          ...real,
          attest: async (statement) => {
            if (dies) throw new Error('killed');
            return real.attest(statement);
          },
        };
      },
    });
    const { state, effect } = readyToMerge(rig, PROVEN);
    await expect(rig.perform(effect, state)).rejects.toThrow('killed');
    dies = false;
    await rig.again(effect, state);
    expect(rig.git('notes', '--ref=assay', 'list').split('\n')).toHaveLength(2);
  });

  it('X4.1 are refused where a note is missing, moved, garbled or altered', async () => {
    const work = await attested();
    const { rig, read, change, merge } = work;
    const base = Sha.parse(rig.git('rev-parse', `${change}^`));
    expect(await codes(read(base))).toEqual(['ATTESTATION_MISSING']);
    await forge(work, base, (await readNote(work.git, change)) ?? '');
    expect(await codes(read(base))).toEqual(['ATTESTATION_MOVED']);
    await forge(work, base, 'proven, trust me');
    expect(await codes(read(base))).toEqual(['ATTESTATION_UNREADABLE']);
    const statement = await statementAt(work, change);
    const onto = (subject: Statement['subject'], predicate = statement.predicate) =>
      forge(work, merge, JSON.stringify(sealed(envelopePayload({ ...statement, subject, predicate }), [])));
    await onto([{ name: 'change', digest: { gitCommit: merge, gitTree: rig.at(base).tree } }]);
    expect(await codes(read(merge))).toEqual(['ATTESTATION_ALTERED']);
    await onto(statement.subject, { ...statement.predicate, base: rig.at(merge) });
    expect(await codes(read(merge))).toContain('ATTESTATION_ALTERED');
    // A commit that was slipped in between, vouched for as the merge of what was proven.
    rig.git('switch', '--quiet', 'main');
    rig.write({ 'more.txt': 'more\n' });
    const evil = rig.commit('Merge feat/a-thing: feat: a thing');
    const vouched = { name: 'merge' as const, digest: { gitCommit: evil.commit, gitTree: evil.tree } };
    await forge(
      work,
      evil.commit,
      JSON.stringify(
        sealed(envelopePayload({ ...statement, subject: [...statement.subject.slice(0, 1), vouched] }), []),
      ),
    );
    expect(await codes(read(evil.commit))).toEqual(['ATTESTATION_ALTERED']);
    // Moved to a commit that brings more than the one that was proven.
    await onto([{ name: 'change', digest: { gitCommit: merge, gitTree: rig.at(merge).tree } }]);
    expect(await codes(read(merge))).toEqual(['ATTESTATION_ALTERED']);
  });
});

const noSsh = (() => {
  try {
    execFileSync('ssh-keygen', ['-Y', 'sign'], { stdio: 'ignore' });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? ' (skipped: no ssh-keygen)' : '';
  }
  return '';
})();

describe.skipIf(noSsh !== '')(`G13.2 signatures with the person's git key${noSsh}`, () => {
  const withKey = (place?: string) => (rig: PrRig, folder: string) => {
    const key = join(place === 'repository' ? rig.repository : folder, 'key');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'person', '-f', key]);
    rig.git('config', 'gpg.format', 'ssh');
    rig.git('config', 'user.signingkey', key);
    rig.git('config', 'commit.gpgsign', 'false');
  };

  it('are found good, and known where the signer is', async () => {
    const work = await attested(withKey());
    const { signature, problems } = await work.read(work.change);
    expect([signature, problems]).toEqual([{ type: 'valid', who: expect.stringMatching(/^SHA256:/) }, []]);
    const key = work.rig.git('config', 'user.signingkey');
    const signers = join(tempFolder(), 'allowed');
    const open = execFileSync('ssh-keygen', ['-y', '-f', key], { encoding: 'utf8' });
    writeFileSync(signers, `person@localhost ${open}`);
    const strict = {
      ...work.source,
      requireSignature: true,
      verifier: { ...work.source.verifier, allowedSigners: signers },
    };
    const message = { sha: work.change, message: '' };
    expect(await readAttestation(strict, message)).toMatchObject({
      problems: [],
      signature: { type: 'trusted', who: 'person@localhost' },
    });
    const unknown = { ...work.source, requireSignature: true };
    expect(await codes(readAttestation(unknown, message))).toEqual(['SIGNER_UNKNOWN']);
  });

  it('X4.2 do not fit a statement that was altered by a word', async () => {
    const work = await attested(withKey());
    const opened = openEnvelope((await readNote(work.git, work.change)) ?? '');
    if (!opened.ok) throw new Error(opened.why);
    const { statement, envelope } = opened;
    const altered = { ...statement, predicate: { ...statement.predicate, reviewer: 'somebody better' } };
    await forge(work, work.change, JSON.stringify(sealed(envelopePayload(altered), envelope.signatures)));
    expect(await codes(work.read(work.change))).toEqual(['SIGNATURE_BAD']);
  });

  it('are not made with a key that agents can read, and not missing if none is required', async () => {
    const work = await attested(withKey('repository'));
    expect(await work.read(work.change)).toMatchObject({ signature: null, problems: [] });
    const strict = { ...work.source, requireSignature: true };
    expect(await codes(readAttestation(strict, { sha: work.change, message: '' }))).toEqual(['SIGNATURE_MISSING']);
  });
});
