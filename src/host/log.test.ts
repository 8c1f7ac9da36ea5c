import { describe, expect, it } from 'vitest';
import { AssayError } from '#contracts/errors.ts';
import { manualClock } from './clock.ts';
import { createLog, type LogOptions } from './log.ts';
import { redactor } from './redact.ts';

const logTo = (lines: string[], more: Partial<LogOptions> = {}) =>
  createLog({
    sink: (line) => lines.push(line),
    clock: manualClock(Date.UTC(2025, 0, 2, 3, 4, 5)),
    redactor: redactor({ mine: 'hush-hush' }),
    ...more,
  });

describe('createLog', () => {
  it('writes JSON lines with time, level, message and fields', () => {
    const lines: string[] = [];
    logTo(lines).child({ run: 'r1' }).child({ node: 'n' }).warn('slow', { ms: 12, level: 'mine' });
    expect(lines).toEqual([
      '{"time":"2025-01-02T03:04:05.000Z","level":"warn","message":"slow","run":"r1","node":"n","ms":12,"level_":"mine"}\n',
    ]);
  });

  it('writes lines for people, in which nothing moves the cursor', () => {
    const lines: string[] = [];
    logTo(lines, { format: 'pretty' }).info('start\n\u001b[2J\u009b', { path: '/x', text: 'two words', n: 1 });
    expect(lines).toEqual(['03:04:05 info  start\\n\\u001b[2J\\u009b  path=/x  text="two words"  n=1\n']);
  });

  it('leaves out messages below its level', () => {
    const lines: string[] = [];
    const log = logTo(lines, { level: 'warn' });
    log.debug('a');
    log.info('b');
    log.warn('c');
    log.child({}).error('d');
    logTo(lines, { level: 'silent' }).error('e');
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(['c', 'd']);
  });

  it('redacts message, fields, bound fields, errors and their causes', () => {
    const lines: string[] = [];
    const log = logTo(lines).child({ bound: 'hush-hush' });
    log.error('hush-hush', { error: new Error('x', { cause: new Error('hush-hush') }), deep: [{ password: 'p' }] });
    expect(lines.join()).not.toContain('hush-hush');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      message: '[redacted:mine]',
      bound: '[redacted:mine]',
      error: { cause: { message: '[redacted:mine]' } },
      deep: [{ password: '[redacted:password]' }],
    });
  });

  it('takes whatever it is given', () => {
    const lines: string[] = [];
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const error = new AssayError('DISK_FULL', 'full', { next: 'free some' });
    const odd = {
      circle,
      error,
      big: 10n,
      nan: Number.NaN,
      bytes: Buffer.from('abc'),
      set: new Set([1]),
      none: undefined,
    };
    logTo(lines).info('odd', odd);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      circle: { self: '[circular]' },
      error: { code: 'DISK_FULL', message: 'full', next: 'free some' },
      big: '10',
      nan: 'NaN',
      bytes: '[3 bytes]',
      set: [1],
    });
  });

  it('is not disturbed by a sink that fails', () => {
    const log = logTo([], {
      sink: () => {
        throw new Error('the disk is full');
      },
    });
    expect(() => log.error('x')).not.toThrow();
  });
});
