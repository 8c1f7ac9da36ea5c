export type System = 'debian' | 'fedora' | 'arch' | 'macos';
export type SystemPackage = 'git' | 'bubblewrap' | 'chromium' | 'tmux' | 'ripgrep' | 'shellcheck';

const INSTALL: Readonly<Record<System, string>> = {
  debian: 'sudo apt-get install -y',
  fedora: 'sudo dnf install -y',
  arch: 'sudo pacman -S --noconfirm',
  macos: 'brew install',
};

/** System package managers whose package has another name; null where the system has none. */
const OTHERWISE: Readonly<Record<System, Partial<Record<SystemPackage, string | null>>>> = {
  debian: {},
  fedora: { shellcheck: 'ShellCheck' },
  arch: {},
  macos: { bubblewrap: null, chromium: '--cask chromium' },
};

/** The command that installs a package, or null where there is no such package. */
export function packageHint(name: SystemPackage, system: System): string | null {
  const named = OTHERWISE[system][name];
  return named === null ? null : `${INSTALL[system]} ${named ?? name}`;
}

/** Which system this is, or null; `osRelease` is the text of /etc/os-release. */
export function systemOf(platform: NodeJS.Platform, osRelease: string): System | null {
  if (platform === 'darwin') return 'macos';
  if (platform !== 'linux') return null;
  const ids = [...osRelease.matchAll(/^ID(?:_LIKE)?=(.*)$/gm)].flatMap(([, value]) =>
    (value ?? '').replace(/["']/g, '').split(/\s+/),
  );
  if (ids.some((id) => id === 'debian' || id === 'ubuntu')) return 'debian';
  if (ids.some((id) => id === 'fedora' || id === 'rhel')) return 'fedora';
  return ids.includes('arch') ? 'arch' : null;
}
