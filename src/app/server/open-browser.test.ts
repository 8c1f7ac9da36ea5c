import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { browserProgram } from './open-browser.ts';

function programs(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-browser-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

describe('browserProgram', () => {
  it('does not exist on a machine without a screen, whatever is installed', () => {
    expect(browserProgram({ PATH: programs('xdg-open', 'w3m'), BROWSER: 'w3m' }, 'linux')).toBeNull();
  });

  it('does not exist if no program can open it', () => {
    expect(browserProgram({ PATH: programs(), DISPLAY: ':0' }, 'linux')).toBeNull();
  });

  it.each([
    [{ DISPLAY: ':0' }, 'xdg-open'],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
    [{ DISPLAY: ':0', BROWSER: 'firefox' }, 'firefox'],
    [{ WSL_DISTRO_NAME: 'Debian' }, 'wslview'],
    [{ TERM_PROGRAM: 'vscode', BROWSER: 'firefox' }, 'firefox'],
  ])('opens with what %j names', (env, program) => {
    const PATH = programs('xdg-open', 'firefox', 'wslview');
    expect(browserProgram({ PATH, ...env }, 'linux')).toBe(join(PATH, program));
  });

  it('asks macOS itself', () => {
    const PATH = programs('open');
    expect(browserProgram({ PATH }, 'darwin')).toBe(join(PATH, 'open'));
  });
});
