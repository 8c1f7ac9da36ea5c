import type { LanguageTable } from '../language-table.ts';

export const ocaml: LanguageTable = {
  language: 'ocaml',
  extensions: ['ml', 'mli'],
  manifests: ['dune-project', '*.opam'],
  tools: [
    {
      name: 'opam',
      role: 'package-manager',
      configs: ['*.opam', '*.opam.locked'],
      comesWith: ['dune-project'],
      commands: ['opam install'],
      run: ['opam', 'install', '.', '--deps-only', '--with-test'],
    },
    { name: 'alcotest', role: 'test-runner', packages: ['alcotest'], run: ['dune', 'test'] },
    {
      name: 'dune test',
      role: 'test-runner',
      comesWith: ['dune-project'],
      commands: ['dune test', 'dune runtest'],
      run: ['dune', 'test'],
    },
    {
      name: 'ocamlformat',
      role: 'formatter',
      configs: ['.ocamlformat'],
      packages: ['ocamlformat'],
      commands: ['dune fmt', 'ocamlformat', '@fmt'],
      run: ['dune', 'fmt'],
    },
    {
      name: 'dune build',
      role: 'type-checker',
      comesWith: ['dune-project'],
      commands: ['dune build'],
      run: ['dune', 'build', '@check'],
    },
    { name: 'ocaml-lsp', role: 'lsp', packages: ['ocaml-lsp-server'], run: ['ocamllsp'] },
  ],
  defaults: {
    'package-manager': 'opam',
    'test-runner': 'alcotest',
    formatter: 'ocamlformat',
    'type-checker': 'dune build',
    lsp: 'ocaml-lsp',
  },
};
