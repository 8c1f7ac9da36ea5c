import { tableOf } from '#host/table-of.ts';

/** Variables that bash, ksh or zsh set and POSIX does not know. `BASH_VERSION` is left out: scripts ask it which shell runs. */
export const SHELL_VARIABLES: ReadonlySet<string> = new Set(
  `BASHOPTS BASHPID BASH_ALIASES BASH_ARGC BASH_ARGV BASH_CMDS BASH_COMMAND BASH_LINENO BASH_REMATCH BASH_SOURCE
   BASH_SUBSHELL BASH_VERSINFO COMP_CWORD COMP_LINE COMP_WORDS COMPREPLY COPROC DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID
   FUNCNAME GROUPS HISTCMD HOSTNAME HOSTTYPE MACHTYPE MAPFILE OSTYPE PIPESTATUS RANDOM READLINE_LINE SECONDS SHELLOPTS
   SHLVL SRANDOM UID`.split(/\s+/),
);

/** Programs of POSIX that tell the same. */
export const VARIABLE_COMMANDS: Readonly<Record<string, string>> = tableOf({
  EPOCHSECONDS: 'date +%s',
  EUID: 'id -u',
  HOSTNAME: 'uname -n',
  UID: 'id -ru',
});
