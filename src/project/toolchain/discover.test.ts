import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Language, type ToolPreference, ToolRole, ToolSettings } from '#contracts/toolchain.ts';
import { parseTxtar } from '../test-runners/fixtures/txtar.ts';
import { chosen, discover } from './discover.ts';
import { viewOf } from './file-view.ts';
import { summary } from './fixtures/summary.ts';
import { folderView } from './folder-view.ts';
import { LANGUAGES } from './languages/all.ts';
import { settingsIn } from './settings.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const names = readdirSync(FIXTURES).filter((name) => name.endsWith('.txtar'));
const filesOf = (name: string): Map<string, string> => parseTxtar(readFileSync(join(FIXTURES, name), 'utf8'));
const found = (files: Record<string, string>, options = {}) =>
  discover(viewOf(new Map(Object.entries(files))), options);

describe('discovery', () => {
  it.each(names)('is right about %s', (name) => {
    const files = filesOf(name);
    const expected = files.get('EXPECTED')?.trimEnd().split('\n');
    files.delete('EXPECTED');
    expect(summary(discover(viewOf(files)))).toEqual(expected);
  });

  it('S9.4 has at least 20 projects in 10 languages to be right about', () => {
    const languages = names.flatMap((name) => {
      const files = filesOf(name);
      files.delete('EXPECTED');
      return discover(viewOf(files)).roots.flatMap((root) => root.languages.map(({ language }) => language));
    });
    expect(names.length).toBeGreaterThanOrEqual(20);
    expect(new Set(languages).size).toBeGreaterThanOrEqual(10);
  });

  it('is right about this repository', () => {
    const [top] = discover(folderView(join(import.meta.dirname, '../../..'))).roots;
    if (!top) throw new Error('no root');
    expect(top.languages[0]?.language).toBe('typescript');
    const picks = ToolRole.options.map((role) => [role, chosen(top, role)?.name, chosen(top, role)?.confidence]);
    expect(picks).toEqual([
      ['package-manager', 'npm', 'high'],
      ['test-runner', 'vitest', 'high'],
      ['linter', 'biome', 'high'],
      ['formatter', 'biome', 'high'],
      ['type-checker', 'tsc', 'high'],
      ['lsp', 'tsc --lsp', 'medium'],
    ]);
  });

  const project = {
    'package.json': '{"devDependencies":{"jest":"29","mocha":"10"}}',
    '.eslintrc': '',
    'a.js': '',
    'b.js': '',
  };
  const runnersOf = (options: object) =>
    found(project, options)
      .roots[0]?.tools.filter(({ role }) => role === 'test-runner')
      .map(({ name, source }) => [name, source]);

  it('S9.5 keeps every candidate, the best first', () => {
    expect(runnersOf({})).toEqual([
      ['jest', 'manifest'],
      ['mocha', 'manifest'],
    ]);
  });

  it('S9.1 prefers the project’s configuration to discovery, and a preference to both', () => {
    const settings = ToolSettings.parse({ test: 'mocha', lint: { command: ['make', 'lint'] } });
    const preferences: ToolPreference[] = [
      { role: 'test-runner', tool: 'vitest', language: 'javascript', why: 'I said so' },
    ];
    expect(runnersOf({ settings })?.[0]).toEqual(['mocha', 'project-config']);
    expect(runnersOf({ settings, preferences })?.slice(0, 2)).toEqual([
      ['vitest', 'preference'],
      ['mocha', 'project-config'],
    ]);
    const [root] = found(project, { settings, preferences }).roots;
    expect(root && chosen(root, 'linter')).toMatchObject({
      run: ['make', 'lint'],
      reason: { file: '.assay/config.json', key: 'lint' },
    });
    expect(root && chosen(root, 'test-runner')).toMatchObject({
      reason: { file: null, text: 'I said so' },
      confidence: 'high',
    });
  });

  it('takes them from the project’s own configuration, on request', () => {
    const view = viewOf(
      new Map([
        ['package.json', '{}'],
        ['a.js', ''],
        ['.assay/config.json', '{"test": "mocha"}'],
      ]),
    );
    const runner = (options = {}) => {
      const [root] = discover(view, options).roots;
      return root && chosen(root, 'test-runner')?.name;
    };
    expect(runner()).not.toBe('mocha');
    expect(runner({ settings: settingsIn(view) })).toBe('mocha');
    expect(settingsIn(viewOf(new Map()))).toEqual({});
    expect(() => settingsIn(viewOf(new Map([['.assay/config.json', '{"tset": "x"}']])))).toThrow(/"test"/);
  });

  it('applies a setting for one root or language only there', () => {
    const files = { 'package.json': '{}', 'a.js': '', 'svc/go.mod': 'module x', 'svc/a.go': '' };
    const settings = ToolSettings.parse({ test: [{ tool: 'mocha', root: '.' }, 'go test'] });
    const roots = found(files, { settings }).roots.map((root) => [
      root.path,
      chosen(root, 'test-runner')?.name,
      chosen(root, 'test-runner')?.source,
    ]);
    expect(roots).toEqual([
      ['.', 'mocha', 'project-config'],
      ['svc', 'go test', 'project-config'],
    ]);
  });

  it('handles manifests that do not parse, and an empty project', () => {
    const broken = {
      'package.json': '{ "devDependencies": ',
      'pyproject.toml': '[[[',
      'a.js': '',
      'a.py': '',
      'pubspec.yaml': ':\n\t-',
    };
    expect(found(broken).roots[0]?.languages.map(({ language }) => language)).toEqual(
      expect.arrayContaining(['javascript', 'python']),
    );
    expect(found({})).toMatchObject({ roots: [{ path: '.', languages: [], tools: [] }], truncated: false });
  });

  it('takes no command from a comment or from within a word', () => {
    const ci = (run: string) => ({ 'a.py': '', 'b.py': '', '.github/workflows/ci.yml': run });
    const linter = (run: string) => {
      const [root] = found(ci(run)).roots;
      return root && chosen(root, 'linter')?.name;
    };
    expect(linter('      - run: pylint src')).toBe('pylint');
    expect(linter('      # - run: pylint src')).toBe('ruff');
    expect(linter('      - run: my-pylint-wrapper src')).toBe('ruff');
  });
});

describe('the tables', () => {
  it('S9.4 cover every language once, with defaults that are among their tools', () => {
    expect(LANGUAGES.map(({ language }) => language).sort()).toEqual([...Language.options].sort());
    for (const { language, defaults, tools } of LANGUAGES) {
      for (const [role, name] of Object.entries(defaults)) {
        expect(
          tools.filter((rule) => rule.name === name && rule.role === role),
          `${language} ${role} ${name}`,
        ).toHaveLength(1);
      }
    }
  });

  it('recommend the same tools as the seed', () => {
    const of = (language: string) => LANGUAGES.find((table) => table.language === language)?.defaults;
    expect(of('go')).toMatchObject({
      linter: 'golangci-lint',
      formatter: 'gofmt',
      'type-checker': 'go vet',
      lsp: 'gopls',
    });
    expect(of('python')).toMatchObject({ 'package-manager': 'uv', linter: 'ruff', 'test-runner': 'pytest' });
    expect(of('typescript')).toMatchObject({
      linter: 'oxlint',
      formatter: 'prettier',
      'type-checker': 'tsc',
      'test-runner': 'vitest',
    });
    expect(of('rust')).toMatchObject({ linter: 'clippy', 'test-runner': 'cargo test', lsp: 'rust-analyzer' });
    expect(of('bash')).toEqual({
      'test-runner': 'bats',
      linter: 'shellcheck',
      formatter: 'shfmt',
      lsp: 'bash-language-server',
    });
    expect(of('svelte')).toMatchObject({ formatter: 'prettier-plugin-svelte', 'type-checker': 'svelte-check' });
  });
});
