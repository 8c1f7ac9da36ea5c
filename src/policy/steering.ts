import type { CommandAssignment } from '#contracts/policy.ts';
import type { Inner } from './started.ts';

/** Variables that change which program runs, or what code runs in it. */
const STEERING =
  /^(?:PATH|IFS|ENV|BASH_ENV|BASHOPTS|SHELLOPTS|SHELL|PS[0-4]|PROMPT_COMMAND|CDPATH|FPATH|ZDOTDIR|HOME|TMPDIR|LD_.*|DYLD_.*|GIT_.*|SSH_.*|NODE_.*|p?npm_config_.*|P?NPM_CONFIG_.*|yarn_.*|YARN_.*|BUN_.*|PYTHON.*|PERL.*|RUBY.*|GEM_.*|BUNDLE_.*|JAVA_.*|_JAVA_.*|MAVEN_.*|GRADLE_.*|RUSTC.*|RUSTFLAGS|CARGO_.*|GO[A-Z]+|CC|CXX|MAKEFLAGS|LESS.*|MORE|RIPGREP_CONFIG_PATH|GREP_OPTIONS|.*PAGER|.*EDITOR|VISUAL|BROWSER|.*_ASKPASS)$/;

export const isSteering = ({ name }: CommandAssignment): boolean => STEERING.test(name);

const HARMLESS = /^(?:[a-z_][a-z0-9_]*|LANG|LC_[A-Z]+|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|TERM|COLUMNS|LINES|CI|REPLY)$/;

/** A variable of the line's own, or one that only changes how output looks. Lower-case names affect proxies at most. */
export const isHarmless = ({ name }: CommandAssignment): boolean =>
  HARMLESS.test(name) && !/^(?:p?npm|yarn)_|_proxy$/.test(name);

const COMMANDS =
  /(?:PAGER|EDITOR|VISUAL|BROWSER|ASKPASS|PROMPT_COMMAND|LESSOPEN|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF)$/;

/** Variables whose value some program runs as a command. */
export const commandsOf = (assigns: readonly CommandAssignment[]): Inner[] =>
  assigns.flatMap(({ name, value }) =>
    value && COMMANDS.test(name) ? [{ line: value.replace(/^\|/, ''), via: name, within: true }] : [],
  );
