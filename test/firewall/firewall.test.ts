import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Attempted, attack } from './attack.ts';
import { installedPackages } from './installed-facts.ts';

const MODULES = join(import.meta.dirname, '../../node_modules');

it('K4.6 stores none of 40 invented facts about packages it has not seen, and at least 38 of 40 true ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-firewall-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const outcomes: Attempted[] = [];
  for (const each of installedPackages(MODULES)) {
    const name = each.repository.slice('npm/'.length);
    const root = join(folder, name);
    mkdirSync(root);
    for (const path of each.copied) cpSync(join(MODULES, name, path), join(root, path), { recursive: true });
    outcomes.push(...(await attack(each, root, join(folder, `${name}.db`))));
  }
  const said = (isTrue: boolean) => outcomes.filter((each) => each.isTrue === isTrue);
  const told = (some: readonly Attempted[]) => some.map(({ said: { statement }, reasons }) => [statement, ...reasons]);
  expect([said(true).length, said(false).length]).toEqual([40, 40]);
  expect(told(said(false).filter(({ outcome }) => outcome === 'stored'))).toEqual([]);
  const refused = said(true).filter(({ outcome }) => outcome !== 'stored');
  expect(told(refused).slice(2), 'at most two may wait for a person').toEqual([]);
});
