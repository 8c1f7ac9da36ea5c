import { toolRule } from '../../test-runners/profiles.ts';
import type { LanguageTable } from '../language-table.ts';

export const cCpp: LanguageTable = {
  language: 'c/c++',
  extensions: ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx'],
  manifests: [
    'CMakeLists.txt',
    'meson.build',
    'conanfile.txt',
    'conanfile.py',
    'vcpkg.json',
    'configure.ac',
    'xmake.lua',
  ],
  tools: [
    {
      name: 'conan',
      role: 'package-manager',
      configs: ['conanfile.txt', 'conanfile.py', 'conan.lock'],
      commands: ['conan install'],
      run: ['conan', 'install', '.'],
    },
    {
      name: 'vcpkg',
      role: 'package-manager',
      configs: ['vcpkg.json'],
      commands: ['vcpkg install'],
      run: ['vcpkg', 'install'],
    },
    toolRule('ctest'),
    {
      name: 'meson test',
      role: 'test-runner',
      keys: ['meson.build~^\\s*test\\s*\\('],
      comesWith: ['meson.build'],
      commands: ['meson test'],
      run: ['meson', 'test', '-C', 'build'],
    },
    {
      name: 'clang-tidy',
      role: 'linter',
      configs: ['.clang-tidy'],
      commands: ['clang-tidy', 'run-clang-tidy'],
      run: ['run-clang-tidy', '-p', 'build'],
    },
    {
      name: 'cppcheck',
      role: 'linter',
      configs: ['.cppcheck'],
      commands: ['cppcheck'],
      run: ['cppcheck', '--error-exitcode=1', '.'],
    },
    {
      name: 'clang-format',
      role: 'formatter',
      configs: ['.clang-format', '_clang-format'],
      commands: ['clang-format'],
      run: ['clang-format', '--dry-run', '--Werror'],
    },
    { name: 'clangd', role: 'lsp', configs: ['.clangd', 'compile_flags.txt'], run: ['clangd'] },
  ],
  defaults: { 'test-runner': 'ctest', linter: 'clang-tidy', formatter: 'clang-format', lsp: 'clangd' },
};
