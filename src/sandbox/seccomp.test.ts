import { describe, expect, it } from 'vitest';
import { DENIED, seccompFilter } from './seccomp.ts';

const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const refused = (errno: number): number => 0x00050000 | errno;
const X64 = { name: 'x64', audit: 0xc000003e };

/** The kernel's answer: an interpreter for the few instructions that are used. */
function judge(program: Uint8Array, call: { nr: number; arch?: number; args?: readonly number[] }): number {
  const bytes = new DataView(program.buffer);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, call.nr, true);
  data.setUint32(4, call.arch ?? X64.audit, true);
  for (const [index, value] of (call.args ?? []).entries()) data.setUint32(16 + index * 8, value, true);
  let loaded = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    const code = bytes.getUint16(at * 8, true);
    const value = bytes.getUint32(at * 8 + 4, true);
    if (code === 0x06) return value;
    if (code === 0x20) loaded = data.getUint32(value, true);
    else
      at += (code === 0x15 ? loaded === value : loaded >= value)
        ? bytes.getUint8(at * 8 + 2)
        : bytes.getUint8(at * 8 + 3);
  }
  throw new RangeError('ran off the end');
}

describe('seccompFilter', () => {
  const filter = seccompFilter(X64.name) ?? new Uint8Array();

  it('lets ordinary calls pass', () => {
    for (const nr of [0, 1, 2, 56, 59, 257, 435]) expect(judge(filter, { nr })).toBe(ALLOW);
  });

  it('answers the denied ones as a kernel without them', () => {
    for (const nr of [248, 249, 250, 321, 425, 426, 427, 304]) expect(judge(filter, { nr })).toBe(refused(38));
  });

  it.each([
    ['unix', 1, ALLOW],
    ['ipv4', 2, ALLOW],
    ['ipv6', 10, ALLOW],
    ['netlink', 16, ALLOW],
    ['packet', 17, refused(97)],
    ['vsock', 40, refused(97)],
    ['alg', 38, refused(97)],
  ])('socket of the family %s', (_, family, verdict) => {
    expect(judge(filter, { nr: 41, args: [family] })).toBe(verdict);
  });

  it('refuses typing into a terminal, not other requests to one', () => {
    expect(judge(filter, { nr: 16, args: [0, 0x5412] })).toBe(refused(1));
    expect(judge(filter, { nr: 16, args: [0, 0x5413] })).toBe(ALLOW);
  });

  it('kills programs that use another system call interface', () => {
    expect(judge(filter, { nr: 1, arch: 0x40000003 })).toBe(KILL);
    expect(judge(filter, { nr: 0x40000000 + 1 })).toBe(refused(38));
  });

  it('has as many numbers as names for every machine it knows', () => {
    for (const [arch, audit] of [
      ['x64', 0xc000003e],
      ['arm64', 0xc00000b7],
    ] as const) {
      const program = seccompFilter(arch) ?? new Uint8Array();
      const denied = Array.from({ length: 500 }, (_, nr) => nr).filter(
        (nr) => judge(program, { nr, arch: audit }) === refused(38),
      );
      expect(denied).toHaveLength(DENIED.length);
    }
    expect(seccompFilter('mips')).toBeNull();
  });
});
