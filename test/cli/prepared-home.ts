import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Home, homeAt, tempHome } from './assay.ts';

export interface PreparedHome<Told> {
  readonly told: Told;
  /** A copy of its own for one test. The home it was copied from stays until the file ends. */
  copy(): Home;
}

/** A home that is costly to prepare: made once a file, when it is first asked for, and copied for each test. */
export function preparedHome<Told>(prepare: (home: Home) => Promise<Told>): () => Promise<PreparedHome<Told>> {
  let prepared: Promise<PreparedHome<Told>> | undefined;
  let root = '';
  afterAll(() => {
    if (root !== '') rmSync(root, { recursive: true, force: true });
  });
  const make = async (): Promise<PreparedHome<Told>> => {
    root = mkdtempSync(join(tmpdir(), 'assay-prepared-'));
    const told = await prepare(homeAt(root));
    return {
      told,
      copy: () => {
        const home = tempHome();
        cpSync(root, home.root, { recursive: true });
        return home;
      },
    };
  };
  return () => {
    prepared ??= make();
    return prepared;
  };
}
