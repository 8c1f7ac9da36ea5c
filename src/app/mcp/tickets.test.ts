import { describe, expect, it } from 'vitest';
import { Tickets } from './tickets.ts';

describe('Tickets', () => {
  it('keeps a call until it is collected, and remembers that', () => {
    const tickets = new Tickets<string>(2);
    const ticket = tickets.open('a');
    tickets.finish(ticket);
    expect(tickets.look(ticket)).toEqual({ kind: 'held', held: 'a' });
    tickets.collect(ticket);
    expect(tickets.look(ticket)).toEqual({ kind: 'collected' });
  });

  it('keeps a bounded number of finished calls, the newest; running ones do not count', () => {
    const tickets = new Tickets<string>(2);
    const running = tickets.open('running');
    const [a, b, c] = ['a', 'b', 'c'].map((held) => tickets.open(held));
    for (const ticket of [a, b, c]) tickets.finish(ticket ?? '');
    expect([running, a, b, c].map((ticket) => tickets.look(ticket ?? '').kind)).toEqual([
      'held',
      'dropped',
      'held',
      'held',
    ]);
  });

  it('forgets the oldest of very many', () => {
    const tickets = new Tickets<number>(1);
    const all = Array.from({ length: 1_500 }, (_, at) => tickets.open(at));
    for (const ticket of all) tickets.collect(ticket);
    expect(tickets.look(all[0] ?? '').kind).toBe('unknown');
    expect(tickets.look(all.at(-1) ?? '').kind).toBe('collected');
  });
});
