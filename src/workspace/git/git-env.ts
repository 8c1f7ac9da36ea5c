/**
 * The environment and options of every git of ours. The environment keeps out the machine's and the person's
 * configuration; the options override what a repository's own configuration says. Programs that a repository names
 * under a name of its own choosing (`filter.x.clean`, `diff.x.textconv`, `merge.x.driver`) cannot be overridden one by
 * one: they stay out because work trees are only ever read with a git directory that we made.
 */
export const gitEnv = (path: string): Record<string, string> => ({
  PATH: path,
  HOME: '/nonexistent',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_SSH_COMMAND: 'false',
  GIT_EDITOR: 'false',
  GIT_PAGER: 'cat',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_ALLOW_PROTOCOL: 'file',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_MERGE_AUTOEDIT: 'no',
});

const OVERRIDES = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.pager=cat',
  'core.askPass=false',
  'core.sshCommand=false',
  'core.gitProxy=false',
  'core.alternateRefsCommand=true',
  // Larger files are streamed and not compared line by line, so memory stays bounded.
  'core.bigFileThreshold=16m',
  // Checking out thousands of files and then waiting for the disk takes seconds; writes that must be durable ask for
  // it.
  'core.fsync=none',
  'credential.helper=',
  'diff.external=',
  'diff.ignoreSubmodules=all',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'fetch.fsckObjects=false',
  // One pack per fetch: copying a seed is then a handful of files.
  'fetch.unpackLimit=1',
  'gc.auto=0',
  'maintenance.auto=false',
  'gpg.program=false',
  'commit.gpgSign=false',
  'protocol.allow=never',
  'protocol.file.allow=always',
  'advice.detachedHead=false',
  'init.defaultBranch=assay',
  // We may use it although another user may own it: we were told to work on it.
  'safe.directory=*',
  'safe.bareRepository=all',
];

/** Overrides the above for what must survive a power loss: the commits, and the refs that name them. */
export const DURABLE: readonly string[] = ['core.fsync=committed,loose-object,reference', 'core.fsyncMethod=batch'];

export const gitOverrides: readonly string[] = OVERRIDES.flatMap((override) => ['-c', override]);

/** git starts the other end of a fetch without our options, so they are passed to it again. */
export const UPLOAD_PACK = ['git', ...gitOverrides.map(shellWord), 'upload-pack'].join(' ');

function shellWord(word: string): string {
  return /^[\w./=-]+$/.test(word) ? word : `'${word}'`; // our own constants, without quotes
}
