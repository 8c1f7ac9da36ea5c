import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { graphKit } from './kit.ts';
import { collect, slots } from './ports.ts';

const Task = z.object({ id: z.number() });

const k = graphKit({
  name: 'typed',
  version: 1,
  ports: {
    plan: z.string(),
    task: Task,
    gate: slots({ left: z.number(), right: z.string() }),
    all: collect(Task),
  },
  signals: { approval: z.object({ yes: z.boolean() }) },
  output: z.number(),
});

/**
 * Held up by the compiler (`npm run check`): every line under an `expect-error` is one that must not compile. If one
 * of them did, the directive itself would be the error.
 */
describe('H1.1 a wrong graph does not compile', () => {
  it('targets, payloads, inputs, outputs, answers and nodes are checked where they are written', () => {
    const plan = k.logic('plan', {
      to: ['task', 'all', 'gate.left'],
      run: (text, ctx) => {
        text.toUpperCase();
        // @ts-expect-error a payload that does not fit its port
        ctx.goto('task', { id: 'one' });
        // @ts-expect-error a port that does not exist
        ctx.goto('nowhere', null);
        // @ts-expect-error a port that exists and was not declared in `to`
        ctx.goto('plan', 'again');
        // @ts-expect-error a join with slots is reached through a slot
        ctx.goto('gate', 1);
        // @ts-expect-error the slot wants a number
        ctx.goto('gate.left', 'one');
        // @ts-expect-error the graph's output is a number
        ctx.exit('done');
        // @ts-expect-error only a collecting join collects
        ctx.fork([ctx.to('task', { id: 1 })], { collect: 'task' });
        // @ts-expect-error a signal that is not declared
        ctx.ask('permission', null);
        // @ts-expect-error an answer has the signal's type
        const no: string = ctx.answer('approval')?.yes ?? false;
        ctx.say(no);
        return ctx.fork([ctx.to('task', { id: 1 })], { collect: 'all' });
      },
    });
    // @ts-expect-error a handler must return an outcome
    k.logic('task', { to: [], run: () => 5 });
    // @ts-expect-error a plain node is not a join
    k.join('task', { to: [], run: (_, ctx) => ctx.end() });
    // @ts-expect-error no such port
    k.logic('missing', { to: [], run: (_, ctx) => ctx.end() });
    // @ts-expect-error `to` names a port that does not exist
    k.logic('task', { to: ['nowhere'], run: (_, ctx) => ctx.end() });
    const task = k.logic('task', { to: ['all', 'gate.right'], run: (input, ctx) => ctx.goto('all', { id: input.id }) });
    const gate = k.join('gate', { to: [], run: ({ left, right }, ctx) => ctx.exit(left + right.length) });
    const all = k.join('all', { to: [], run: (tasks, ctx) => ctx.exit(tasks.length) });
    // @ts-expect-error every port needs its node
    expect(() => k.build('plan', { plan, task, gate })).toThrow();
    // @ts-expect-error a node sits under its own name
    expect(() => k.build('plan', { plan: task, task, gate, all })).toThrow();
    const graph = k.build('plan', { plan, task, gate, all });
    const agent = k.agent('task', {
      agent: 'builder',
      claim: z.object({ files: z.array(z.string()) }),
      brief: (input) => ({ prompt: `task ${input.id}` }),
      to: ['all'],
      take: (claim, input, ctx) => {
        claim.files.join();
        // @ts-expect-error a claim has only what its schema says
        claim.verdict;
        return ctx.goto('all', { id: input.id });
      },
    });
    expect(agent.kind).toBe('agent');
    expect(Object.keys(graph.shape.nodes)).toEqual(['plan', 'task', 'gate', 'all']);
  });
});
