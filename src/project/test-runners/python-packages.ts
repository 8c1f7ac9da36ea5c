/**
 * Folders of a project's Python packages that are not at its top. An editable install makes Python find them, but the
 * gate's checkout is not installed. `files` and `read` are about the project's folder.
 */
export function pythonPath(files: readonly string[], read: (name: string) => string): Readonly<Record<string, string>> {
  if (files.some((path) => /^src\/([^/]+\.py|[^.]+\/__init__\.py)$/.test(path))) return { PYTHONPATH: 'src' };
  const said = ['pyproject.toml', 'setup.cfg', 'setup.py'].map(read).join('\n');
  const named =
    /package[-_]dir\s*=\s*\{\s*["']{2}\s*[:=]\s*["']([\w./-]+)["']/.exec(said) ??
    /^\s*(?:package_dir\s*=\s*\n?\s*=\s*)([\w./-]+)/m.exec(said) ??
    /^where\s*=\s*\[?\s*["']?([\w./-]+)/m.exec(said);
  const folder = named?.[1]?.replace(/^\.\//, '').replace(/\/$/, '');
  const isThere = files.some((path) => path.startsWith(`${folder}/`) && path.endsWith('.py'));
  return folder !== undefined && folder !== '.' && isThere ? { PYTHONPATH: folder } : {};
}
