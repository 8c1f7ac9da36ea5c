import { join } from 'node:path';
import type { Attestor, Statement } from '#contracts/attestation.ts';
import { toErrorInfo } from '#contracts/errors.ts';
import { writeFileAtomic } from '#host/atomic-file.ts';
import { makeFolder } from '#host/make-folder.ts';
import type { PersonGit } from '#workflows/gated-pr/effects/person-git.ts';
import { envelopePayload, sealed, signedBytes } from './envelope.ts';
import { writeNote } from './notes.ts';
import { signWithGitKey } from './signing.ts';

export interface AttestorOptions {
  readonly version: string;
  readonly repository: string;
  /** In the person's repository, with their configuration. */
  readonly git: PersonGit;
  readonly env: Readonly<Record<string, string>>;
  /** Where the files are stored. */
  readonly folder: string;
  /**
   * Whether the person's key may be used. Where an agent works as the same user it could use the key itself, and a
   * signature would prove nothing: there the person signs afterwards (`assay verify COMMIT --sign`).
   */
  readonly sign: boolean;
}

export function attestor({ version, repository, git, env, folder, sign }: AttestorOptions): Attestor {
  return {
    version,
    attest: async (statement) => {
      try {
        const payload = envelopePayload(statement);
        const signed = sign ? await signWithGitKey({ git, env, repository }, signedBytes(payload)) : null;
        const envelope = sealed(payload, signed?.type === 'signed' ? [signed.signature] : []);
        await keepAttestation(statement, JSON.stringify(envelope), { git, folder });
        return signed?.type === 'failed' ? [`Its attestation is not signed: ${signed.why}.`] : [];
      } catch (thrown) {
        return [`It has no attestation: ${toErrorInfo(thrown).message}.`];
      }
    },
  };
}

/** A file and a note for each commit in the statement. */
export async function keepAttestation(
  { subject }: Statement,
  envelope: string,
  { git, folder }: Pick<AttestorOptions, 'git' | 'folder'>,
): Promise<void> {
  await makeFolder(folder);
  for (const { digest } of subject) {
    const file = join(folder, `${digest.gitCommit}.json`);
    await writeFileAtomic(file, `${envelope}\n`);
    await writeNote(git, digest.gitCommit, file);
  }
}
