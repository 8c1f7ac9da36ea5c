import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layersSetUp } from './testing/layers-set-up.ts';
import { repositoryWith } from './testing/test-repository.ts';

describe('layers', () => {
  it('of Python are a venv that works where it is mounted', async () => {
    const repository = repositoryWith({ 'requirements.txt': '# nothing yet\n', 'a.py': '' });
    const { store } = layersSetUp();
    const space = await store.create({ name: 'one', repository });
    const [inTree, own] = space.mounts;
    expect(inTree?.at).toBe(join(space.path, '.venv'));
    expect(own?.from).toBe(own?.at);
    expect(space.env.VIRTUAL_ENV).toBe(own?.at);
    const prefix = execFileSync(join(own?.at ?? '', 'bin/python'), ['-c', 'import sys; print(sys.prefix)'], {
      encoding: 'utf8',
    });
    expect(prefix.trim()).toBe(own?.at);
  });

  it('of Python that cannot be had are a note where nothing says how to install: main is measured without them, too', async () => {
    const repository = repositoryWith({ 'requirements.txt': 'no-such-thing @ file:///nowhere/at-all.whl\n' });
    const space = await layersSetUp().store.create({ name: 'one', repository });
    expect(space.notes.join()).toMatch(/dependencies of requirements\.txt failed/);
    expect(space.env).toEqual({});
  });
});
