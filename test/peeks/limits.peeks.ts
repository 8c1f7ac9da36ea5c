import type { Peek } from './peek.ts';

const MIB = 1024 ** 2;
const fill = (id: string, title: string, folders: string): Peek => ({
  id,
  title,
  limits: { scratchBytes: 16 * MIB },
  script: `
    for folder in ${folders}; do
      head -c ${40 * MIB} /dev/zero >"$folder/.assay-fill" && echo GOT-IN
      rm -f "$folder/.assay-fill"
    done`,
});
const hog = (id: string, title: string, script: string): Peek => ({
  id,
  title,
  language: 'python',
  limits: { memoryBytes: 128 * MIB },
  script: `import mmap, os, time\nMIB = 1 << 20\n${script}`,
});

export const limitPeeks: readonly Peek[] = [
  fill('fill-temp', 'filling /tmp', '/tmp'),
  fill('fill-home', 'filling the home folder', '"$HOME"'),
  fill('fill-shared-memory', 'filling /dev/shm', '/dev/shm'),
  fill('fill-elsewhere', 'filling any other place', '/var/tmp / /run /dev /etc /mnt /home'),
  {
    id: 'fork-bomb',
    title: 'more processes than allowed (a bomb with a bound)',
    language: 'python',
    limits: { processes: 64 },
    script: `
import os, signal, time
children = []
for _ in range(300):
    child = os.fork()
    if child == 0:
        time.sleep(5)
        os._exit(0)
    children.append(child)
time.sleep(1.5)
for child in children: os.kill(child, signal.SIGKILL)
print("GOT-IN")`,
  },
  {
    id: 'threads',
    title: 'more threads than allowed',
    language: 'python',
    limits: { processes: 64 },
    script: `
import threading, time
threads = [threading.Thread(target=time.sleep, args=(2,), daemon=True) for _ in range(300)]
for thread in threads: thread.start()
time.sleep(1.5)
print("GOT-IN")`,
  },
  hog('memory', 'more memory than allowed', 'x = b"x" * (300 * MIB)\ntime.sleep(1)\nprint("GOT-IN")'),
  hog(
    'memory-tree',
    'more memory than allowed, each process below the limit',
    `children = []
for _ in range(4):
    child = os.fork()
    if child == 0:
        x = b"x" * (80 * MIB)
        time.sleep(1.5)
        os._exit(0)
    children.append(child)
print("GOT-IN" if all(os.waitpid(child, 0)[1] == 0 for child in children) else "died")`,
  ),
  hog(
    'memory-shared',
    'more memory than allowed, as shared memory',
    'm = mmap.mmap(-1, 300 * MIB)\nm.write(b"x" * MIB * 60)\nfor _ in range(4): m.write(b"x" * MIB * 60)\ntime.sleep(1)\nprint("GOT-IN")',
  ),
  {
    id: 'flood',
    title: 'more output than allowed',
    limits: { outputBytes: MIB },
    script: `head -c ${16 * MIB} /dev/zero | tr '\\0' x`,
    gotIn: (run) => run.outcome === 'exited' && run.stdout.bytes === 16 * MIB,
  },
];
