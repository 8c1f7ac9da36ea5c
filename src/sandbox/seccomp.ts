/**
 * A filter for what namespaces do not cover, as a program for the kernel (classic BPF). Without it the session keyring
 * of the user who started Assay could be read inside, and a virtual machine's host be called through AF_VSOCK (both
 * seen). Null where the machine's system call numbers are not known here.
 */
export function seccompFilter(arch: string): Uint8Array | null {
  const machine = MACHINES[arch];
  if (machine === undefined) return null;
  const { calls } = machine;
  return assemble([
    load(OFFSET.arch),
    ...unlessEqual(machine.audit, give(KILL_PROCESS)),
    load(OFFSET.number),
    // x32 has the same machine name but numbers of its own.
    ...(arch === 'x64' ? [jump('atLeast', X32, 0, 1), give(errno(ENOSYS))] : []),
    ...calls.denied.flatMap((call) => whenEqual(call, [give(errno(ENOSYS))])),
    ...whenEqual(calls.socket, onlyFamilies()),
    ...whenEqual(calls.socketpair, onlyFamilies()),
    ...whenEqual(calls.ioctl, [
      load(OFFSET.secondArgument),
      ...TERMINAL_INPUT.flatMap((request) => whenEqual(request, [give(errno(EPERM))])),
      give(ALLOW),
    ]),
    give(ALLOW),
  ]);
}

interface Calls {
  readonly socket: number;
  readonly socketpair: number;
  readonly ioctl: number;
  /** In the order of DENIED. */
  readonly denied: readonly number[];
}

/** Answered as by a kernel without them. io_uring is here because it can create sockets past this filter. */
export const DENIED = [
  'add_key',
  'request_key',
  'keyctl',
  'bpf',
  'perf_event_open',
  'userfaultfd',
  'io_uring_setup',
  'io_uring_enter',
  'io_uring_register',
  'kexec_load',
  'kexec_file_load',
  'init_module',
  'finit_module',
  'delete_module',
  'open_by_handle_at',
] as const;

const MACHINES: Readonly<Record<string, { readonly audit: number; readonly calls: Calls }>> = {
  x64: {
    audit: 0xc000003e,
    calls: {
      socket: 41,
      socketpair: 53,
      ioctl: 16,
      denied: [248, 249, 250, 321, 298, 323, 425, 426, 427, 246, 320, 175, 313, 176, 304],
    },
  },
  arm64: {
    audit: 0xc00000b7,
    calls: {
      socket: 198,
      socketpair: 199,
      ioctl: 29,
      denied: [217, 218, 219, 280, 241, 282, 425, 426, 427, 104, 294, 105, 273, 106, 265],
    },
  },
};

/** Unix, IPv4, IPv6 and netlink live in the network namespace; other families are denied. */
const FAMILIES = [1, 2, 10, 16];
/** TIOCSTI and TIOCLINUX: type into a terminal. */
const TERMINAL_INPUT = [0x5412, 0x541c];
const X32 = 0x40000000;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Offsets of what is checked; of the arguments the lower halves, which is all these calls use. */
const OFFSET = { number: 0, arch: 4, firstArgument: 16, secondArgument: 24 };
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const errno = (code: number): number => 0x00050000 | code;

interface Instruction {
  readonly code: number;
  readonly yes: number;
  readonly no: number;
  readonly value: number;
}

const load = (offset: number): Instruction => ({ code: 0x20, yes: 0, no: 0, value: offset });
const give = (verdict: number): Instruction => ({ code: 0x06, yes: 0, no: 0, value: verdict });
const jump = (test: 'equal' | 'atLeast', value: number, yes: number, no: number): Instruction => ({
  code: test === 'equal' ? 0x15 : 0x35,
  yes,
  no,
  value,
});
const whenEqual = (value: number, then: readonly Instruction[]): Instruction[] => [
  jump('equal', value, 0, then.length),
  ...then,
];
const unlessEqual = (value: number, verdict: Instruction): Instruction[] => [jump('equal', value, 1, 0), verdict];

function onlyFamilies(): Instruction[] {
  return [
    load(OFFSET.firstArgument),
    ...FAMILIES.flatMap((family) => whenEqual(family, [give(ALLOW)])),
    give(errno(EAFNOSUPPORT)),
  ];
}

function assemble(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  for (const [index, { code, yes, no, value }] of program.entries()) {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, yes);
    bytes.setUint8(index * 8 + 3, no);
    bytes.setUint32(index * 8 + 4, value, true);
  }
  return new Uint8Array(bytes.buffer);
}
