/** A program whose arguments end in another command. With an unlisted option it is uncertain where that begins. */
export interface Wrapper {
  /** Options without a value: letters, and long names without dashes. */
  readonly flags: string;
  /** Options with a value, attached or as the next word. */
  readonly values: string;
  /** Operands of its own before the command (`timeout 5 cmd`). */
  readonly operands?: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: boolean;
  /** More arguments come from its input. */
  readonly appends?: boolean;
  /** The words are joined and passed to a shell. */
  readonly joins?: boolean;
  /** It does more than start the command (another user, another machine), so it needs a permit of its own. */
  readonly heavy?: boolean;
}

const none = { flags: '', values: '' };

export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: {
    flags: 'i 0 v ignore-environment null debug list-signal-handling block-signal default-signal ignore-signal',
    values: 'u C unset chdir argv0 a',
    assigns: true,
  },
  time: { flags: 'p v q portability verbose quiet', values: '', assigns: true },
  nice: { flags: '', values: 'n adjustment' },
  nohup: none,
  timeout: { flags: 'v foreground preserve-status verbose f p', values: 'k s kill-after signal', operands: 1 },
  gtimeout: { flags: 'v foreground preserve-status verbose', values: 'k s kill-after signal', operands: 1 },
  setsid: { flags: 'c f w ctty fork wait', values: '' },
  command: { flags: 'p', values: '' },
  builtin: none,
  exec: { flags: 'c l', values: 'a' },
  noglob: none,
  nocorrect: none,
  stdbuf: { flags: '', values: 'i o e input output error' },
  unbuffer: { flags: 'p', values: '' },
  ionice: { flags: 't ignore', values: 'c n class classdata' },
  chrt: { flags: 'b f i o r a v R batch fifo idle other rr', values: 'T P D', operands: 1 },
  taskset: { flags: 'a c all-tasks cpu-list', values: '', operands: 1 },
  xargs: {
    flags: '0 r t x o p null no-run-if-empty verbose exit open-tty interactive',
    values: 'a d E I J L n P R S s arg-file delimiter eof replace max-lines max-args max-procs max-chars',
    appends: true,
  },
  watch: {
    flags: 'b c d e g p t w beep color differences errexit chgexit precise no-title no-wrap',
    values: 'n q s interval equexit',
    joins: true,
  },
  sudo: {
    flags: 'A b E H i K k n P S s askpass background preserve-env login non-interactive preserve-groups stdin shell',
    values: 'C D g h p R r t T U u user group host prompt chdir chroot close-from role type',
    assigns: true,
    heavy: true,
  },
  doas: { flags: 'L n s', values: 'a C u', heavy: true },
  gosu: { ...none, operands: 1, heavy: true },
  'su-exec': { ...none, operands: 1, heavy: true },
  busybox: none,
  toybox: none,
  'cross-env': { ...none, assigns: true },
  fakeroot: none,
  faketime: { flags: 'm f', values: '', operands: 1 },
  'xvfb-run': { flags: 'a auto-servernum', values: 'n s e server-num server-args' },
  tini: { flags: 's g v', values: 'p e' },
  'dumb-init': { flags: 'c v', values: 'r' },
  ssh: {
    flags: '4 6 A a C f G g K k M N n q s T t V v X x Y y',
    values: 'B b c D E e F I i J L l m O o p Q R S W w',
    operands: 1,
    joins: true,
    heavy: true,
  },
};

/**
 * Programs that start commands in too many ways to list: any of their words may begin one, and a word with spaces may
 * be a whole line.
 */
export const LOOSE: ReadonlySet<string> = new Set(
  `parallel coproc script su runuser flock strace ltrace gdb perf valgrind hyperfine entr watchexec nodemon chroot
   unshare nsenter bwrap firejail systemd-run prlimit setarch linux32 linux64 rlwrap expect tmux screen
   concurrently npm-run-all run-p run-s nyc c8 dotenv dotenv-cli cross-env-shell env-cmd onchange chokidar
   nix-shell ld.so ld-linux-x86-64.so.2 torsocks proxychains proxychains4 dbus-run-session catchsegv sg capsh setpriv
   cargo-watch aws-vault chamber socat ncat mapfile readarray wsl arch sandbox-exec caffeinate xterm`.split(/\s+/),
);

/** The same, but only behind one of these words. */
export const LOOSE_AFTER: Readonly<Record<string, readonly string[]>> = {
  docker: ['run', 'exec', 'create'],
  'docker-compose': ['run', 'exec'],
  podman: ['run', 'exec', 'create'],
  nerdctl: ['run', 'exec'],
  kubectl: ['exec', 'run', 'debug', '--'],
  vagrant: ['ssh'],
  nix: ['run', 'shell', 'develop', '-c', '--command'],
  devbox: ['run'],
  direnv: ['exec'],
  asdf: ['exec'],
  mise: ['exec', 'x', 'run', '--'],
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  rye: ['run'],
  conda: ['run'],
  micromamba: ['run'],
  coverage: ['run', '-m'],
  bundle: ['exec'],
  lerna: ['exec'],
  dotenvx: ['run'],
  doppler: ['run'],
  op: ['run'],
  cargo: ['watch'],
};
