import { resolve } from 'node:path';
import { openProject, type Project } from '#attempts/open-project.ts';
import { EXIT } from '#contracts/errors.ts';
import { personGit } from '#workflows/gated-pr/effects/person-git.ts';
import { keepAttestation } from '../../attest/attestor.ts';
import { sealed, signedBytes } from '../../attest/envelope.ts';
import { type AttestationSource, type ReadAttestation, readAttestation } from '../../attest/read-attestation.ts';
import { signWithGitKey } from '../../attest/signing.ts';
import { type VerifiedCommit, verifyAll } from '../../attest/verify-range.ts';
import { attestationsOf, personGitEnv } from '../../gated-pr/make-graph.ts';
import { withRuns } from '../../open-runs.ts';
import { measuresOf } from '../../prove/gates-of.ts';
import { usage } from '../cli-error.ts';
import type { Cli, JsonOption } from '../context.ts';
import { exitCodeFor, onInterrupt } from '../interrupts.ts';
import { requirePerson } from '../person.ts';
import type { Screen, Style } from '../screen.ts';
import { plural } from '../words.ts';

export interface VerifyOptions extends JsonOption {
  readonly full?: boolean;
  readonly run?: boolean;
  readonly allowedSigners?: string;
  readonly requireSignature?: boolean;
  readonly sign?: boolean;
}

/** The claims of commits' attestations, compared with the repository and, where possible, measured again. */
export async function verifyCommand(cli: Cli, asked: string, options: VerifyOptions): Promise<number> {
  if (options.sign) requirePerson('signing an attestation');
  if (options.full && options.run === false) throw usage('--full measures and --no-run does not', 'Take one of them.');
  const stop = new AbortController();
  const interrupts = onInterrupt(() => stop.abort());
  try {
    return await withRuns(cli.env, async (runs) => {
      const project = await openProject(runs, process.cwd(), cli.env);
      const source = await sourceOf(cli, project, options);
      const read: ReadAttestation[] = [];
      for (const commit of await commitsOf(source, asked)) read.push(await readAttestation(source, commit));
      const recompute = {
        ...{ measures: measuresOf(runs, project), full: options.full ?? false, signal: stop.signal },
        say: (line: string) => cli.screen.err(cli.screen.paintErr('dim', `· ${line}`)),
      };
      const verified = await verifyAll(read, options.run === false ? null : recompute);
      const good = verified.every(({ outcome }) => outcome === 'verified' || outcome === 'attested');
      const signed = options.sign && good ? await signAll(source, project, cli, read) : [];
      if (options.json) cli.screen.json({ version: 1, asked, verified: good, commits: verified, signed });
      else show(cli.screen, verified, signed);
      return good ? EXIT.done : EXIT.failed;
    });
  } catch (thrown) {
    if (interrupts.got) return exitCodeFor(interrupts.got);
    throw thrown;
  } finally {
    interrupts.release();
  }
}

async function sourceOf(cli: Cli, project: Project, options: VerifyOptions): Promise<AttestationSource> {
  const { repository } = project;
  const env = personGitEnv(cli.env);
  const git = personGit(repository.folder, env);
  const configured = await git(['config', '--path', '--get', 'gpg.ssh.allowedSignersFile']).catch(() => '');
  const file = options.allowedSigners ?? configured;
  const allowedSigners = file === '' ? null : resolve(file);
  return {
    ...{ repository, git, requireSignature: options.requireSignature ?? false },
    verifier: { env, allowedSigners },
  };
}

/** `A..B`, or one commit. */
async function commitsOf({ repository }: AttestationSource, asked: string) {
  const [, from, to] = /^(.+?)\.\.\.?(.*)$/.exec(asked) ?? [];
  const head = await repository.resolve(from === undefined ? asked : to || 'HEAD');
  if (from !== undefined) {
    const commits = await repository.commitsBetween(await repository.resolve(from), head);
    if (commits.length > 0) return commits;
    throw usage(`${asked} holds no commit`, 'Name the older one first: A..B.');
  }
  const parents = await repository.resolve(`${head}~1`).catch(() => null);
  const commits = parents === null ? [] : await repository.commitsBetween(parents, head);
  const found = commits.filter(({ sha }) => sha === head);
  if (found.length === 0)
    throw usage(
      `${asked} is the first commit of this history: there was nothing to prove it against`,
      'Name a later one, or a range: assay verify A..B.',
    );
  return found;
}

/** A person's key, at a person's terminal, after its claims were confirmed. */
async function signAll(
  { git, repository }: AttestationSource,
  project: Project,
  cli: Cli,
  read: readonly ReadAttestation[],
): Promise<string[]> {
  const done: string[] = [];
  for (const { statement, payload, signature, commit } of read) {
    if (!statement || !payload || signature !== null) continue;
    const made = await signWithGitKey(
      { git, env: personGitEnv(cli.env), repository: repository.folder },
      signedBytes(payload),
    );
    if (made.type !== 'signed')
      throw usage(`nothing was signed: ${made.why}`, 'Set user.signingkey and gpg.format in git.');
    await keepAttestation(statement, JSON.stringify(sealed(payload, [made.signature])), {
      git,
      folder: attestationsOf(project),
    });
    done.push(commit);
  }
  return done;
}

const OUTCOMES: Readonly<Record<VerifiedCommit['outcome'], { readonly mark: string; readonly style: Style }>> = {
  verified: { mark: '✓', style: 'green' },
  attested: { mark: '✓', style: 'green' },
  refused: { mark: '✗', style: 'red' },
  missing: { mark: '·', style: 'yellow' },
};

const RESULTS = { matches: '=', differs: '≠', 'not recomputed': '·', 'on trust': '·' } as const;

function show({ out, paint }: Screen, verified: readonly VerifiedCommit[], signed: readonly string[]): void {
  for (const { commit, title, name, outcome, problems, claims, signature } of verified) {
    const { mark, style } = OUTCOMES[outcome];
    const by = signature === null ? (name === null ? '' : 'unsigned') : signedWords(signature);
    out(
      `${paint(style, mark)} ${paint('bold', commit.slice(0, 12))} ${outcome}${name === null ? '' : ` (${name})`}  ${title}  ${paint('dim', by)}`,
    );
    for (const { code, message, next } of problems) {
      out(`    ${paint(style, code)} ${message}`);
      out(paint('dim', `      next: ${next}`));
    }
    for (const { claim, result, seen } of claims)
      out(`    ${RESULTS[result]} ${paint('dim', `${result}:`)} ${claim} ${paint('dim', `(${seen})`)}`);
  }
  const count = (outcome: VerifiedCommit['outcome']): number =>
    verified.filter((each) => each.outcome === outcome).length;
  const missing = count('missing');
  out(
    `${plural(verified.length, 'commit')}: ${count('verified') + count('attested')} in order, ${count('refused')} refused, ${missing} without attestation${signed.length > 0 ? `, ${signed.length} signed now` : ''}`,
  );
}

const signedWords = (signature: NonNullable<VerifiedCommit['signature']>): string => {
  if (signature.type === 'trusted') return `signed by ${signature.who}`;
  return signature.type === 'valid'
    ? `signed by ${signature.who}, who is not known here`
    : `signature: ${signature.why}`;
};
