import type { LanguageTable } from '../language-table.ts';

export const zig: LanguageTable = {
  language: 'zig',
  extensions: ['zig'],
  manifests: ['build.zig', 'build.zig.zon'],
  tools: [
    {
      name: 'zig',
      role: 'package-manager',
      configs: ['build.zig.zon'],
      comesWith: ['build.zig'],
      run: ['zig', 'build', '--fetch'],
    },
    {
      name: 'zig test',
      role: 'test-runner',
      keys: ['build.zig~addTest\\('],
      comesWith: ['build.zig'],
      commands: ['zig build test', 'zig test'],
      run: ['zig', 'build', 'test'],
    },
    {
      name: 'zig fmt',
      role: 'formatter',
      comesWith: ['build.zig'],
      commands: ['zig fmt'],
      run: ['zig', 'fmt', '--check', '.'],
    },
    { name: 'zls', role: 'lsp', configs: ['zls.json'], run: ['zls'] },
  ],
  defaults: { 'package-manager': 'zig', 'test-runner': 'zig test', formatter: 'zig fmt', lsp: 'zls' },
};
