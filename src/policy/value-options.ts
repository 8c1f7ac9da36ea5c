import { GIT_OPTIONS } from './git-starts.ts';

const dashed = (names: string): ReadonlySet<string> =>
  new Set(names.split(' ').map((name) => (name.length === 1 ? `-${name}` : `--${name}`)));

const PACKAGES = dashed('prefix workspace w C loglevel userconfig registry cache cwd dir filter F');

/** Options that take the next word, before the subcommand. */
const VALUE_OPTIONS: Readonly<Record<string, ReadonlySet<string>>> = {
  git: dashed(GIT_OPTIONS.values),
  npm: PACKAGES,
  pnpm: PACKAGES,
  yarn: PACKAGES,
  bun: PACKAGES,
  make: dashed('C f I o W directory file makefile include-dir old-file what-if'),
  cargo: dashed('manifest-path Z color config C target-dir'),
  go: dashed('C'),
  docker: dashed('H c context config host log-level l tlscacert tlscert tlskey'),
  kubectl: dashed('n namespace context cluster user kubeconfig s server'),
  gh: dashed('R repo hostname'),
  terraform: dashed('chdir'),
};

/** Null for a program whose options are not listed. */
export const valueOptionsOf = (program: string): ReadonlySet<string> | null =>
  Object.hasOwn(VALUE_OPTIONS, program) ? (VALUE_OPTIONS[program] ?? null) : null;
