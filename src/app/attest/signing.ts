import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { Envelope } from '#contracts/attestation.ts';
import { runProcess } from '#host/run-process.ts';
import type { PersonGit } from '#workflows/gated-pr/effects/person-git.ts';

type Env = Readonly<Record<string, string>>;
export type Signature = Envelope['signatures'][number];
export type Signed =
  | { readonly type: 'signed'; readonly signature: Signature }
  /** The person signs nothing. */
  | { readonly type: 'no-key'; readonly why: string }
  | { readonly type: 'failed'; readonly why: string };

export interface SigningPlace {
  /** Reads the person's git configuration. */
  readonly git: PersonGit;
  readonly env: Env;
  readonly repository: string;
}

/** The namespace of our ssh signatures; a signature for another purpose is not accepted. */
export const NAMESPACE = 'assay';

/** With the person's own key for commits, without asking: a key that needs a typed passphrase is not used. */
export async function signWithGitKey({ git, env, repository }: SigningPlace, bytes: Uint8Array): Promise<Signed> {
  const config = async (name: string): Promise<string | null> =>
    (await git(['config', '--get', name]).catch(() => '')) || null;
  const key = await config('user.signingkey');
  if (key === null) return { type: 'no-key', why: 'git has no user.signingkey' };
  const format = (await config('gpg.format')) ?? 'openpgp';
  const folder = await mkdtemp(join(tmpdir(), 'assay-sign-'));
  try {
    const file = join(folder, 'statement');
    await writeFile(file, bytes);
    if (format === 'ssh') return await signWithSsh(key, { file, folder, env, repository });
    if (format === 'openpgp') return await signWithGpg(key, { file, env });
    return { type: 'failed', why: `keys of gpg.format ${format} are not used here` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function signWithSsh(
  key: string,
  { file, folder, env, repository }: { file: string; folder: string; env: Env; repository: string },
): Promise<Signed> {
  const literal = /^(key::)?(ssh-|ecdsa-|sk-)/.test(key);
  const path = literal ? join(folder, 'key.pub') : resolve(repository, key.replace(/^~(?=\/)/, env.HOME ?? '~'));
  if (literal) await writeFile(path, `${key.replace(/^key::/, '')}\n`);
  else if (isInside(path, repository))
    return { type: 'failed', why: `${key} is inside the repository, where agents can read it` };
  const signed = await run('ssh-keygen', ['-q', '-Y', 'sign', '-n', NAMESPACE, '-f', path, file], env);
  if (!signed.ok) return { type: 'failed', why: `ssh-keygen could not sign: ${signed.said}` };
  const sig = await readFile(`${file}.sig`, 'utf8');
  const shown = await run('ssh-keygen', ['-l', '-f', path], env);
  const fingerprint = /\bSHA256:\S+/.exec(shown.ok ? shown.out : '')?.[0] ?? 'unknown';
  return { type: 'signed', signature: { keyid: `ssh:${fingerprint}`, sig: Buffer.from(sig).toString('base64') } };
}

async function signWithGpg(key: string, { file, env }: { file: string; env: Env }): Promise<Signed> {
  const args = ['--batch', '--no-tty', '--pinentry-mode', 'error', '--armor', '--detach-sign', '--local-user', key];
  const signed = await run('gpg', [...args, '--output', `${file}.asc`, file], env);
  if (!signed.ok) return { type: 'failed', why: `gpg could not sign: ${signed.said}` };
  const sig = await readFile(`${file}.asc`);
  return { type: 'signed', signature: { keyid: `openpgp:${key}`, sig: sig.toString('base64') } };
}

/** `trusted`: by a person the verifier knows. `valid`: by the key it names; its owner is unknown. */
export type CheckedSignature =
  | { readonly type: 'trusted'; readonly who: string }
  | { readonly type: 'valid'; readonly who: string }
  | { readonly type: 'bad'; readonly why: string }
  | { readonly type: 'unknown'; readonly why: string };

export interface Verifier {
  readonly env: Env;
  /** For ssh: who may sign, according to git. */
  readonly allowedSigners: string | null;
}

export async function checkSignature(
  { env, allowedSigners }: Verifier,
  bytes: Uint8Array,
  { keyid, sig }: Signature,
): Promise<CheckedSignature> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-verify-'));
  try {
    const [file, signature] = [join(folder, 'statement'), join(folder, 'signature')];
    await writeFile(file, bytes);
    await writeFile(signature, Buffer.from(sig, 'base64'));
    if (keyid.startsWith('ssh:')) return await checkSsh({ bytes, signature, env, allowedSigners });
    if (keyid.startsWith('openpgp:')) return await checkGpg({ file, signature, env });
    return { type: 'unknown', why: `signatures of ${keyid} cannot be checked here` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkSsh({
  bytes,
  signature,
  env,
  allowedSigners,
}: Verifier & { bytes: Uint8Array; signature: string }): Promise<CheckedSignature> {
  const options = ['-n', NAMESPACE, '-s', signature];
  const novalidate = await run('ssh-keygen', ['-Y', 'check-novalidate', ...options], env, bytes);
  if (!novalidate.started) return { type: 'unknown', why: novalidate.said };
  if (!novalidate.ok) return { type: 'bad', why: novalidate.said };
  const key = /\bSHA256:\S+/.exec(novalidate.out)?.[0] ?? 'a key';
  if (allowedSigners === null) return { type: 'valid', who: key };
  const found = await run('ssh-keygen', ['-Y', 'find-principals', '-f', allowedSigners, '-s', signature], env);
  const [who = ''] = found.ok ? found.out.split('\n') : [];
  if (who === '') return { type: 'valid', who: key };
  const verified = await run('ssh-keygen', ['-Y', 'verify', '-f', allowedSigners, '-I', who, ...options], env, bytes);
  return verified.ok ? { type: 'trusted', who } : { type: 'valid', who: key };
}

async function checkGpg({
  file,
  signature,
  env,
}: {
  file: string;
  signature: string;
  env: Env;
}): Promise<CheckedSignature> {
  const checked = await run('gpg', ['--batch', '--no-tty', '--status-fd', '1', '--verify', signature, file], env);
  if (!checked.started) return { type: 'unknown', why: checked.said };
  const who = /^\[GNUPG:\] (?:GOODSIG|EXPKEYSIG|REVKEYSIG) (.*)$/m.exec(checked.out)?.[1];
  if (/^\[GNUPG:\] NO_PUBKEY/m.test(checked.out))
    return { type: 'unknown', why: 'its public key is not in the keyring' };
  if (!checked.ok || who === undefined || /^\[GNUPG:\] (REVKEYSIG|EXPKEYSIG)/m.test(checked.out))
    return { type: 'bad', why: checked.said };
  const known = /^\[GNUPG:\] TRUST_(FULLY|ULTIMATE)/m.test(checked.out);
  return { type: known ? 'trusted' : 'valid', who };
}

const isInside = (path: string, folder: string): boolean => {
  const from = relative(folder, path);
  return !from.startsWith('..') && !isAbsolute(from);
};

/** No one is there to type a passphrase: anything that asks for one fails. */
async function run(program: string, args: readonly string[], env: Env, stdin?: Uint8Array) {
  const result = await runProcess({
    ...{ program, args, cwd: '/', timeoutMs: 30_000 },
    env: { ...env, SSH_ASKPASS: 'false', SSH_ASKPASS_REQUIRE: 'force', LC_ALL: 'C' },
    ...(stdin ? { stdin } : {}),
  });
  const out = result.outcome === 'exited' ? result.stdout.text.trim() : '';
  const words = result.outcome === 'unstartable' ? result.error.message : result.stderr.text || result.stdout.text;
  const said = words.trim().split('\n').slice(-2).join(' ') || result.outcome;
  return {
    ok: result.outcome === 'exited' && result.exitCode === 0,
    started: result.outcome !== 'unstartable',
    out,
    said,
  };
}
