import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findOnPath } from './find-system.ts';
import { packageHint, systemOf } from './package-hint.ts';
import { tempFolder } from './testing/temp-folder.ts';

describe('findOnPath', () => {
  it('finds the first executable file of that name', () => {
    const folder = tempFolder();
    for (const name of ['plain', 'folder', 'first', 'second']) mkdirSync(join(folder, name));
    mkdirSync(join(folder, 'folder', 'tool'));
    for (const name of ['plain', 'first', 'second']) writeFileSync(join(folder, name, 'tool'), '');
    for (const name of ['first', 'second']) chmodSync(join(folder, name, 'tool'), 0o755);
    const PATH = ['none', 'plain', 'folder', 'first', 'second'].map((name) => join(folder, name)).join(':');
    expect(findOnPath('tool', { PATH })).toBe(join(folder, 'first', 'tool'));
    expect(findOnPath(join(folder, 'second', 'tool'), { PATH })).toBe(join(folder, 'second', 'tool'));
    expect(findOnPath('other', { PATH })).toBeNull();
    expect(findOnPath('tool', {})).toBeNull();
  });

  it('does not look where the current folder decides', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'tool'), '');
    chmodSync(join(folder, 'tool'), 0o755);
    expect(findOnPath('tool', { PATH: relative(process.cwd(), folder) })).toBeNull();
    expect(findOnPath('package.json', { PATH: ':.' })).toBeNull();
  });
});

describe('packageHint', () => {
  it('gives the command for each system, or says that there is none', () => {
    expect(packageHint('git', 'debian')).toBe('sudo apt-get install -y git');
    expect(packageHint('shellcheck', 'fedora')).toBe('sudo dnf install -y ShellCheck');
    expect(packageHint('ripgrep', 'arch')).toBe('sudo pacman -S --noconfirm ripgrep');
    expect(packageHint('chromium', 'macos')).toBe('brew install --cask chromium');
    expect(packageHint('bubblewrap', 'macos')).toBeNull();
  });
});

describe('systemOf', () => {
  it('knows the system and its relatives', () => {
    expect(systemOf('darwin', '')).toBe('macos');
    expect(systemOf('linux', 'NAME="X"\nID=debian\n')).toBe('debian');
    expect(systemOf('linux', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n')).toBe('debian');
    expect(systemOf('linux', 'ID="rocky"\nID_LIKE="rhel centos fedora"\n')).toBe('fedora');
    expect(systemOf('linux', 'ID=manjaro\nID_LIKE=arch\n')).toBe('arch');
    expect(systemOf('linux', 'ID=nixos\n')).toBeNull();
    expect(systemOf('win32', '')).toBeNull();
  });
});
