import type { Statement } from '#contracts/attestation.ts';
import { AssayError } from '#contracts/errors.ts';
import type { Refusal } from '#contracts/gate.ts';
import type { Repository, Sha } from '#contracts/workspace.ts';
import type { PersonGit } from '#workflows/gated-pr/effects/person-git.ts';
import { openEnvelope, signedBytes } from './envelope.ts';
import { readNote } from './notes.ts';
import { type CheckedSignature, checkSignature, type Verifier } from './signing.ts';

export interface AttestationSource {
  readonly repository: Repository;
  readonly git: PersonGit;
  readonly verifier: Verifier;
  readonly requireSignature: boolean;
}

export interface ReadAttestation {
  readonly commit: Sha;
  readonly title: string;
  /** The statement's name for this commit; null where there is no statement about it. */
  readonly name: string | null;
  readonly statement: Statement | null;
  readonly payload: Uint8Array | null;
  readonly signature: CheckedSignature | null;
  /** Empty: the note matches this commit, its tree and its base. */
  readonly problems: readonly Refusal[];
}

const TRUST_NOT = 'Do not trust it: look at the change itself, with `assay prove`.';

/** The note of a commit, compared with the repository. Anyone can write, alter or move a note. */
export async function readAttestation(
  source: AttestationSource,
  { sha, message }: { readonly sha: Sha; readonly message: string },
): Promise<ReadAttestation> {
  const found = { commit: sha, title: message.split('\n')[0] ?? '', payload: null, signature: null };
  const none = (problem: Refusal): ReadAttestation => ({ ...found, name: null, statement: null, problems: [problem] });
  const text = await readNote(source.git, sha);
  if (text === null)
    return none({
      code: 'ATTESTATION_MISSING',
      message: `${sha.slice(0, 12)} has no attestation`,
      next: 'Fetch the notes (git fetch origin refs/notes/assay:refs/notes/assay); what did not go through Assay has none: `assay prove` judges it.',
    });
  const opened = openEnvelope(text);
  if (!opened.ok)
    return none({
      code: 'ATTESTATION_UNREADABLE',
      message: `the note of ${sha.slice(0, 12)} is not an attestation: ${opened.why}`,
      next: TRUST_NOT,
    });
  const { statement, payload, envelope } = opened;
  const subject = statement.subject.find(({ digest }) => digest.gitCommit === sha);
  const problems = subject
    ? await historyProblems(source, statement)
    : [
        {
          code: 'ATTESTATION_MOVED',
          message: `the note of ${sha.slice(0, 12)} is about ${statement.subject.map(({ digest }) => digest.gitCommit.slice(0, 12)).join(', ')}`,
          next: TRUST_NOT,
        },
      ];
  const [first] = envelope.signatures;
  const signature = first ? await checkSignature(source.verifier, signedBytes(payload), first) : null;
  return {
    ...{ ...found, payload, signature, statement, name: subject?.name ?? null },
    problems: [...problems, ...signatureProblems(signature, source.requireSignature)],
  };
}

/** Trees, base and descent, according to git. */
async function historyProblems(source: AttestationSource, statement: Statement): Promise<Refusal[]> {
  const { repository } = source;
  const altered = (message: string): Refusal => ({ code: 'ATTESTATION_ALTERED', message, next: TRUST_NOT });
  const { base } = statement.predicate;
  const problems: Refusal[] = [];
  const points = [
    ...statement.subject.map(({ digest }) => ({ commit: digest.gitCommit, tree: digest.gitTree })),
    { commit: base.commit, tree: base.tree },
  ];
  for (const { commit, tree } of points) {
    const real = await repository.treeOf(commit).catch((thrown) => {
      if (thrown instanceof AssayError && thrown.code === 'REVISION_UNKNOWN') return null;
      throw thrown;
    });
    if (real === null) problems.push(altered(`it is about ${commit.slice(0, 12)}, which is not in this repository`));
    else if (real !== tree)
      problems.push(
        altered(`it says that ${commit.slice(0, 12)} has the tree ${tree.slice(0, 12)}; it has ${real.slice(0, 12)}`),
      );
  }
  return problems.length > 0 ? problems : (await unexplained(source, statement)).map(altered);
}

/**
 * What the commits contain beyond the proven change: a note on a merge must not vouch for what was slipped into it. The
 * change is directly on its base; the plan's commit marks the plan; the merge is git's result of its two sides.
 */
async function unexplained({ repository }: AttestationSource, { subject, predicate }: Statement): Promise<string[]> {
  const { base, item, mode } = predicate;
  const changes = subject.filter(({ name }) => name === 'change').map(({ digest }) => digest.gitCommit);
  const last = changes.at(-1);
  if (last === undefined) return ['it names no change'];
  const said: string[] = [];
  const between = (await repository.commitsBetween(base.commit, last)).map(({ sha }) => sha);
  const isWhole = between.length === changes.length && between.every((sha) => changes.includes(sha));
  if (!isWhole || (mode !== 'hybrid-tdd' && between.length !== 1))
    said.push(`there are ${between.length} commits between its base and the change, and it names ${changes.length}`);
  for (const { name, digest } of subject.filter((each) => each.name !== 'change')) {
    const commit = digest.gitCommit;
    const parents =
      (await repository.commitsBetween(base.commit, commit)).find(({ sha }) => sha === commit)?.parents ?? [];
    const isOurs = parents.length > 0 && subject.some((each) => each.digest.gitCommit === parents.at(-1));
    const fits =
      isOurs &&
      (name === 'plan'
        ? parents.length === 1 &&
          (await repository.diffBetween(last, commit)).files.every(({ path }) => path === item.plan)
        : parents.length === 2 && (await mergedTree({ repository }, parents)) === digest.gitTree);
    if (!fits) said.push(`${commit.slice(0, 12)} brings more than the ${name} of what was proven`);
  }
  return said;
}

/** Null where git alone cannot merge the two. */
async function mergedTree(
  { repository }: Pick<AttestationSource, 'repository'>,
  [onto, side]: readonly Sha[],
): Promise<string | null> {
  if (onto === undefined || side === undefined) return null;
  const merged = await repository.prepareMerge(onto, side, 'as git would');
  return merged.type === 'conflict' ? null : merged.tree;
}

function signatureProblems(signature: CheckedSignature | null, required: boolean): Refusal[] {
  if (signature === null)
    return required
      ? [
          {
            code: 'SIGNATURE_MISSING',
            message: 'the attestation is not signed',
            next: 'The person responsible for it signs: assay verify COMMIT --sign.',
          },
        ]
      : [];
  if (signature.type === 'bad')
    return [{ code: 'SIGNATURE_BAD', message: `the signature does not fit: ${signature.why}`, next: TRUST_NOT }];
  if (!required || signature.type === 'trusted') return [];
  const message =
    signature.type === 'valid' ? `${signature.who} signed it, and that signer is not known here` : signature.why;
  return [
    {
      code: 'SIGNER_UNKNOWN',
      message,
      next: 'Name who may sign with --allowed-signers FILE (as git’s gpg.ssh.allowedSignersFile).',
    },
  ];
}
