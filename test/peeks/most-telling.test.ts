import { describePeeks } from './describe-peeks.ts';

/** Some of each kind, every time; `npm run test:peeks` tries all of them, as an ordinary user and as root. */
const MOST_TELLING = [
  ...['absolute-path', 'symlink', 'run-log', 'home', 'write-main', 'git-alternates', 'git-C', 'proc-environ', 'ptrace'],
  ...[
    'environment',
    'loopback',
    'unix-socket',
    'setuid',
    'mount',
    'fork-bomb',
    'memory',
    'setsid',
    'seat-transcript',
    'seat-plant',
  ],
];

describePeeks('an ordinary user', ({ id }) => MOST_TELLING.includes(id));
