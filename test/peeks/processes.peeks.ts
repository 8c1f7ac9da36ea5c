import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Peek } from './peek.ts';

function yama(asRoot: boolean): string | null {
  if (asRoot) return null;
  try {
    const scope = readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'utf8').trim();
    return scope === '0' ? null : `kernel.yama.ptrace_scope is ${scope}`;
  } catch {
    return null;
  }
}

export const processPeeks: readonly Peek[] = [
  {
    id: 'proc-root',
    title: '/proc/PID/root of a process outside',
    script: 'cat "/proc/$W_PID/root$W_OTHER/answer.txt"',
  },
  {
    id: 'proc-cwd',
    title: '/proc/PID/cwd of a process outside',
    script: 'cat "/proc/$W_PID/cwd/answer.txt"; cat /proc/[0-9]*/cwd/answer.txt',
  },
  { id: 'proc-environ', title: '/proc/*/environ', script: `cat /proc/[0-9]*/environ | tr '\\0' '\\n'` },
  { id: 'proc-cmdline', title: '/proc/*/cmdline', script: `cat /proc/[0-9]*/cmdline | tr '\\0' ' '` },
  {
    id: 'parent',
    title: 'arguments and environment of whoever started it',
    script: `cat /proc/1/cmdline /proc/1/environ "/proc/$PPID/cmdline" "/proc/$PPID/environ" | tr '\\0' ' '`,
  },
  {
    id: 'parent-files',
    title: 'files open in whoever started it',
    script: 'for fd in /proc/$PPID/fd/* /proc/1/fd/*; do if [ -f "$fd" ]; then cat "$fd"; fi; done',
  },
  { id: 'environment', title: 'environment variables', script: 'env' },
  {
    id: 'ptrace',
    title: 'tracing a process outside',
    heldBySystem: yama,
    language: 'python',
    script: `
import ctypes, os
SEIZE = 0x4206
if ctypes.CDLL(None).ptrace(SEIZE, int(os.environ["W_PID"]), 0, 0) == 0:
    print("GOT-IN")`,
  },
  {
    id: 'read-memory',
    title: 'reading the memory of a process outside',
    heldBySystem: yama,
    language: 'python',
    script: `
import os
pid = os.environ["W_PID"]
with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb") as memory:
    for line in maps:
        if "[stack]" in line:
            first, last = (int(part, 16) for part in line.split()[0].split("-"))
            memory.seek(first)
            print(memory.read(last - first).decode("latin1"))`,
  },
  {
    id: 'signal',
    title: 'a signal to a process outside',
    script: 'kill -9 "$W_PID"',
    gotIn: async (_, world) => {
      await sleep(300); // until its end is known here
      return !world.victimLives();
    },
  },
  {
    id: 'priority',
    title: 'slowing a process outside down',
    script: 'renice -n 19 -p "$W_PID" >/dev/null && echo GOT-IN',
  },
];
