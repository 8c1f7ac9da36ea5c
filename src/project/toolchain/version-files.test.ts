import { describe, expect, it } from 'vitest';
import { versionFiles, versionText } from './version-files.ts';

const from = (files: Record<string, string>): string[] => versionFiles((name) => files[name] ?? '');

describe('version files of a Python project', () => {
  it.each([
    ['[tool.setuptools_scm]\nversion_file = "src/a/_version.py"\n', ['src/a/_version.py']],
    ['[tool.setuptools_scm]\nwrite_to = "a/version.txt"\n', ['a/version.txt']],
    ['[tool.hatch.build.hooks.vcs]\nversion-file = "./src/a/_version.py"\n', ['src/a/_version.py']],
    ['[tool.hatch]\nbuild.hooks.vcs.version-file = "src/a/_version.py"\n', ['src/a/_version.py']],
    ['[tool.pdm.version]\nsource = "scm"\nwrite_to = "a/_v.py"\n', ['a/_v.py']],
    ['[tool.setuptools_scm]\nversion_file = "../outside.py"\n', []],
    ['[tool.setuptools_scm]\nversion_file = "/etc/a.py"\n', []],
    ['[tool.setuptools_scm]\nversion_file = "conftest.cfg"\n', []],
    ['[tool.setuptools_scm]\n', []],
    ['not toml [', []],
  ])('%s', (text, expected) => {
    expect(from({ 'pyproject.toml': text })).toEqual(expected);
  });

  it('setup.py names one too', () => {
    const text = "setup(use_scm_version={'write_to': 'a/_version.py'}, setup_requires=['setuptools_scm'])";
    expect(from({ 'setup.py': text })).toEqual(['a/_version.py']);
  });

  it('has the names that the tools write', () => {
    expect(versionText('a/_version.py')).toMatch(/^__version__ = version = '0\.0\.0'$/m);
    expect(versionText('a/version.txt')).toBe('0.0.0\n');
  });
});
