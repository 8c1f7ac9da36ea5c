import type { PersonGit } from '#workflows/gated-pr/effects/person-git.ts';

export const NOTES_REF = 'refs/notes/assay';

/** Notes have our name as author, not that of the person who runs Assay. */
const BY_ASSAY = Object.fromEntries(
  ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'Assay'],
    [`GIT_${role}_EMAIL`, 'assay@localhost'],
  ]),
);

/** `file`: what the note says. One that is there is replaced: the last statement of a run counts. */
export const writeNote = async (git: PersonGit, commit: string, file: string): Promise<void> =>
  void (await git(['notes', `--ref=${NOTES_REF}`, 'add', '--force', `--file=${file}`, commit], BY_ASSAY));

/** Null where there is none. */
export const readNote = async (git: PersonGit, commit: string): Promise<string | null> =>
  git(['notes', `--ref=${NOTES_REF}`, 'show', commit]).catch(() => null);
