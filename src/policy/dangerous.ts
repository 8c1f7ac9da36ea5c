import type { CommandUse } from '#contracts/policy.ts';
import { type PatternMatch, parsePattern, touches } from './pattern.ts';

/** Commands that reach out of the workspace, or cannot be undone. */
interface Danger {
  readonly patterns: readonly string[];
  readonly why: string;
  readonly next: string;
}

const DANGERS: readonly Danger[] = [
  {
    patterns: ['git push *', 'git send-pack *', 'git send-email *', 'git svn dcommit *', 'git p4 submit *'],
    why: 'publishing is done by Assay or by a person',
    next: 'Commit your work; it is brought to the repository from outside.',
  },
  {
    patterns: [
      'npm publish *',
      'pnpm publish *',
      'yarn publish *',
      'yarn npm publish *',
      'bun publish *',
      'cargo publish *',
      'gem push *',
      'twine upload *',
      'poetry publish *',
      'uv publish *',
      'docker push *',
      'podman push *',
      'gh release create *',
      'npm unpublish *',
      'npm deprecate *',
      'npm dist-tag *',
      'vsce publish *',
    ],
    why: 'publishing is done by a person',
    next: 'Say in your summary what is ready to be published.',
  },
  {
    patterns: [
      'git config --global *',
      'git config --system *',
      'git config set --global *',
      'git config set --system *',
      'npm config set *',
      'npm login *',
      'npm adduser *',
      'gh auth *',
    ],
    why: 'it changes settings of the person, outside of the workspace',
    next: 'Set it for the repository alone, or ask the person.',
  },
  {
    patterns: [
      'git filter-branch *',
      'git filter-repo *',
      'git replace *',
      'git reflog expire *',
      'git reflog delete *',
      'git gc --prune*',
      'git prune *',
      'git update-ref -d *',
      'git symbolic-ref HEAD *',
    ],
    why: 'it rewrites or drops history',
    next: 'Undo your own last commit with git reset --soft, or make a new commit.',
  },
  {
    patterns: ['rm --no-preserve-root *', 'mkfs* *', 'dd of=/dev/* *', 'shred *', 'wipefs *'],
    why: 'it destroys what cannot be brought back',
    next: 'Remove the files of your task by name, inside of the workspace.',
  },
  {
    patterns: [
      'sudo *',
      'doas *',
      'su *',
      'pkexec *',
      'chown root *',
      'chmod *s *',
      'setcap *',
      'mount *',
      'umount *',
      'insmod *',
      'modprobe *',
      'sysctl -w *',
    ],
    why: 'it asks for the rights of another user',
    next: 'Work with your own rights; say what is missing in your summary.',
  },
  {
    patterns: [
      'shutdown *',
      'reboot *',
      'poweroff *',
      'systemctl *',
      'launchctl *',
      'crontab *',
      'kill -9 -1',
      'kill -1',
      'killall *',
      'pkill *',
    ],
    why: 'it reaches processes and services that are not of this task',
    next: 'End a process that you started by its id, with kill.',
  },
];

const SHELLS: ReadonlySet<string> = new Set('sh bash dash zsh ksh fish python python3 node perl ruby php'.split(' '));
const FETCHERS: ReadonlySet<string> = new Set('curl wget fetch http https aria2c nc ncat socat ssh scp'.split(' '));

export interface FoundDanger {
  readonly match: PatternMatch;
  readonly why: string;
  readonly next: string;
}

const READ = DANGERS.flatMap(({ patterns, why, next }) =>
  patterns.map((text) => ({ pattern: parsePattern(text), why, next })),
);

export function isDangerous(use: CommandUse): FoundDanger | null {
  if (use.program !== null && SHELLS.has(use.program) && use.fedBy.some((word) => FETCHERS.has(word))) {
    return {
      match: 'yes',
      why: 'it runs what was just fetched, unseen',
      next: 'Fetch it into a file first, and look at it.',
    };
  }
  if (destroys(use)) {
    return {
      match: 'yes',
      why: 'it removes a whole tree that is not of this task',
      next: 'Remove the files of your task by name, inside of the workspace.',
    };
  }
  const found = READ.map(({ pattern, why, next }) => ({ match: touches(pattern, use), why, next }));
  return found.find(({ match }) => match === 'yes') ?? found.find(({ match }) => match === 'maybe') ?? null;
}

const ROOTS =
  /^(?:\/|~\/?|(?:\.\/)?\.git(?:\/.*)?|(?:\.\.\/?)+|\/(?:bin|boot|dev|etc|home|lib|opt|root|sbin|usr|var|Users|System)\/?)$/;

/** `rm -r` of the root, the home, a parent folder or the repository itself, in any spelling. */
function destroys({ program, args }: CommandUse): boolean {
  if (program !== 'rm') return false;
  const recursive = args.some(({ value }) => value !== null && /^-[a-z]*[rR]|^--rec/.test(value));
  return (
    recursive &&
    args.some(({ value, text }) => ROOTS.test(value ?? '') || /^(?:"?\$\{?HOME\}?"?\/?|[/~]\/?\*)$/.test(text))
  );
}
