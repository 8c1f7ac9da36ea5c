import { readFileSync } from 'node:fs';
import type { Peek } from './peek.ts';

const oldTerminals = (asRoot: boolean): string | null =>
  !asRoot && setting('/proc/sys/dev/tty/legacy_tiocsti') === '0' ? 'this kernel refuses TIOCSTI to everybody' : null;
const coreFiles = (): string | null =>
  /^[|/]/.test(setting('/proc/sys/kernel/core_pattern')) ? 'this machine sends core dumps elsewhere' : null;

function setting(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

const python = (id: string, title: string, script: string): Peek => ({
  id,
  title,
  language: 'python',
  script: `import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\n${script}`,
});

export const kernelPeeks: readonly Peek[] = [
  {
    id: 'setuid',
    title: 'a setuid program',
    // su waits for a password; meanwhile its effective user tells whether the bit worked.
    script: `
      start() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups su root -c true; else su root -c true; fi; }
      mkfifo wait; sleep 60 >wait & keeper=$!
      start <wait >/dev/null 2>&1 &
      n=0
      while [ $n -lt 200 ]; do
        for status in /proc/[0-9]*/status; do
          grep -q '^Name:.su$' "$status" 2>/dev/null || continue
          grep -q '^Uid:[[:space:]]*[1-9][0-9]*[[:space:]]0[[:space:]]' "$status" 2>/dev/null && echo GOT-IN
          n=200
        done
        n=$((n + 1)); sleep 0.1
      done
      kill $keeper
      rm -f wait`,
  },
  { id: 'user-namespace', title: 'a new user namespace', script: 'unshare --user --map-root-user true && echo GOT-IN' },
  {
    id: 'mount',
    title: 'a mount',
    script:
      'mkdir -p m; unshare --user --map-root-user --mount mount -t tmpfs none m && echo GOT-IN; mount -t proc none m && { echo GOT-IN; umount m; }',
  },
  {
    ...python(
      'chroot',
      'out of the root by chroot',
      `CLONE_NEWUSER = 0x10000000
assert os.getuid() == 0 or libc.unshare(CLONE_NEWUSER) == 0
os.makedirs("jail/deep", exist_ok=True)
start = os.open(".", os.O_RDONLY)
os.chroot("jail")
os.fchdir(start)
for _ in range(64): os.chdir("..")
os.chroot(".")
print(open(os.environ["W_OTHER"] + "/answer.txt").read())`,
    ),
  },
  python(
    'keyring',
    'the keyring of whoever started Assay',
    `KEYCTL, SEARCH, READ, SESSION = {"x86_64": 250, "aarch64": 219}[os.uname().machine], 10, 11, -3
buffer = ctypes.create_string_buffer(200)
key = libc.syscall(KEYCTL, SEARCH, SESSION, b"user", b"peek", 0)
libc.syscall(KEYCTL, READ, key, buffer, 200)
print(buffer.value.decode())`,
  ),
  {
    ...python(
      'terminal',
      "typing into the person's terminal",
      `import fcntl
terminal = os.open(os.environ["W_TTY"], os.O_RDWR)
fcntl.ioctl(terminal, 0x5412, b"x")
print("GOT-IN")`,
    ),
    heldBySystem: oldTerminals,
  },
  {
    ...python(
      'own-terminal',
      'typing into the terminal one has',
      `import fcntl, pty
child, terminal = pty.fork()
if child == 0:
    try: fcntl.ioctl(0, 0x5412, b"x")
    except OSError: os._exit(1)
    os._exit(0)
print("GOT-IN" if os.waitpid(child, 0)[1] == 0 else "refused")`,
    ),
    heldBySystem: oldTerminals,
  },
  {
    id: 'core-dump',
    title: 'a core dump',
    script: "rm -f core*; ulimit -c unlimited; sh -c 'kill -SEGV $$'; ls core*",
    gotIn: (run) => run.stdout.text.includes('core'),
    heldBySystem: coreFiles,
  },
  {
    id: 'sysctl',
    title: 'a setting of the kernel',
    rootOnly: true,
    script: 'cat /proc/sys/vm/swappiness >value; cat value >/proc/sys/vm/swappiness && echo GOT-IN',
  },
  {
    ...python(
      'clock',
      'the clock',
      'zone = (ctypes.c_int * 2)(0, 0)\nif libc.settimeofday(None, zone) == 0: print("GOT-IN")',
    ),
    rootOnly: true,
  },
  {
    id: 'host-name',
    title: "the machine's name",
    rootOnly: true,
    script: 'n=$(uname -n); hostname "$n" 2>/dev/null && echo GOT-IN; true',
  },
  {
    ...python(
      'file-handle',
      'a file by its handle instead of its path',
      `AT_FDCWD, ROOT = -100, os.open("/", os.O_RDONLY)
class Handle(ctypes.Structure):
    _fields_ = [("size", ctypes.c_uint), ("type", ctypes.c_int), ("bytes", ctypes.c_ubyte * 128)]
handle, mount = Handle(128), ctypes.c_int()
assert libc.name_to_handle_at(AT_FDCWD, b"/usr", ctypes.byref(handle), ctypes.byref(mount), 0) == 0
if libc.open_by_handle_at(os.open("/usr", os.O_RDONLY), ctypes.byref(handle), os.O_RDONLY) >= 0: print("GOT-IN")`,
    ),
    rootOnly: true,
  },
  {
    id: 'policy',
    title: "the sandbox's own options and files",
    script: `ls "$W_OPTIONS"/* >/dev/null && echo GOT-IN; cat /proc/1/cmdline | tr '\\0' '\\n' | grep -x -e --ro-bind && echo GOT-IN`,
  },
];
