import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '#host/testing/temp-folder.ts';
import { pythonEnvironments } from './python-environments.ts';

/** As Poetry 1.3 and pipenv 2022 name the environments of /srv/shop, asked for them on a machine that has both. */
const POETRY = 'shop-58fqC6Q1';
const PIPENV = 'shop-F2F75yho';

describe('G10.1 Python environments outside the project', () => {
  it('are found where Poetry and pipenv keep them, after the active one; no code of the checkout runs', async () => {
    const home = tempFolder();
    const poetry = join(home, '.cache/pypoetry/virtualenvs');
    const pipenv = join(home, '.local/share/virtualenvs');
    for (const name of [`${POETRY}-py3.9`, `${POETRY}-py3.11`, 'shop-AAAAAAAA-py3.11'])
      mkdirSync(join(poetry, name), { recursive: true });
    for (const name of [PIPENV, 'other-AAAAAAAA']) mkdirSync(join(pipenv, name), { recursive: true });
    const found = await pythonEnvironments({ HOME: home, VIRTUAL_ENV: '/srv/env' }, 'linux')('/srv/shop');
    expect(found).toEqual([
      '/srv/env',
      join(poetry, `${POETRY}-py3.11`),
      join(poetry, `${POETRY}-py3.9`),
      join(pipenv, PIPENV),
    ]);
  });

  it('are searched where the tools are configured to keep them', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, `${POETRY}-py3.12`));
    const env = { HOME: '/nowhere', POETRY_VIRTUALENVS_PATH: folder, WORKON_HOME: folder };
    expect(await pythonEnvironments(env)('/srv/shop')).toEqual([join(folder, `${POETRY}-py3.12`)]);
    expect(await pythonEnvironments({})('/srv/shop')).toEqual([]);
  });
});
