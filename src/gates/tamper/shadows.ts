import { posix } from 'node:path';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';

/**
 * New Python modules on the runner's search path with the name of an installed one: `pytest.py` at the top is what
 * `python -m pytest` then runs. The interpreter itself is asked, on the base, where none of them exists.
 */
export async function shadowedModules(
  treeRunner: TreeRunner,
  base: TreeHash,
  added: readonly string[],
  signal?: AbortSignal,
): Promise<{ path: string; module: string }[]> {
  const candidates = added.flatMap((path) => {
    const [, folder = '', module] = /^(.*?\/)?([A-Za-z_]\w*)(?:\/__init__)?\.py$/.exec(path) ?? [];
    return module !== undefined && isFirstPlace(folder) ? [{ path, module }] : [];
  });
  if (candidates.length === 0) return [];
  const names = [...new Set(candidates.map(({ module }) => module))];
  const { value } = await treeRunner.run(
    base,
    { program: 'python3', args: ['-I', '-c', ASK, ...names], timeoutMs: 30_000 },
    signal,
  );
  const installed = new Set(value.stdout.text.split(/\s+/));
  return candidates.filter(({ module }) => installed.has(module));
}

/** The top, the source folder, and test folders: pytest puts those on the path. */
const isFirstPlace = (folder: string): boolean => {
  const parts = folder.split('/').filter(Boolean);
  return parts.length === 0 || /^(src|lib)$/.test(parts.join('/')) || /^(tests?|spec)$/.test(posix.basename(folder));
};

const ASK = `
import importlib.util, sys
for name in sys.argv[1:]:
    try:
        if name in sys.stdlib_module_names or importlib.util.find_spec(name): print(name)
    except (ImportError, ValueError): pass
`;
