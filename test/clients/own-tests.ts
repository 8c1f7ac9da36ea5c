import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { benchFor, placeOf, taskOf, tempFolder } from '#agents/testing/attempting.ts';
import { played } from '#agents/testing/scripts.ts';
import type { BackendSubject } from '#agents/testing/subject.ts';
import type { Permit } from '#contracts/permission.ts';
import { defineTool } from '#contracts/tool.ts';
import { json, text, toolCall } from '#sim/answers.ts';
import type { Answering, SimRequest } from '#sim/types.ts';

const DONE = { type: 'claim', claim: { done: true } };
const done = (request: SimRequest) =>
  request.messages.at(-1)?.toolResults.some(({ name, isError }) => name === request.schema?.tool && !isError)
    ? text('Done.')
    : json({ claim: { done: true }, blocker: null });

/** Every client has a name of its own for a tool of ours: the one it shows its model is used. */
const useNote =
  (then: Answering): Answering =>
  (request, context) => {
    const used = request.messages.some(({ toolCalls }) => toolCalls.some(({ name }) => isNote(name)));
    const name = request.tools.map((tool) => tool.name).find(isNote) ?? 'note';
    return used ? then(request, context) : toolCall(name, { words: 'hi' });
  };
const isNote = (name: string): boolean => /(?:^|[_.])note$/.test(name);

/** What the contract suite cannot ask of a program of its own, in a sandbox of its own. */
export function ownTests(subject: BackendSubject): void {
  describe(`C1 ${subject.name}: as a real client`, () => {
    it('uses a tool that is passed in under the name it has there, asked each time', async () => {
      for (const allowed of [true, false]) {
        const noted: string[] = [];
        const asked: string[] = [];
        const permit: Permit = async ({ tool, action }) => {
          asked.push(tool);
          const denied = !allowed && action.type === 'tool' && tool.endsWith('note');
          const error = { code: 'PERMISSION_DENIED', message: 'the vault is closed' };
          return denied ? { type: 'deny', by: 'rule', error } : { type: 'allow', by: 'mode' };
        };
        const bench = await benchFor(subject, played(useNote(done)));
        const place = placeOf({ tools: [noteTool((words) => noted.push(words))], permit });
        const { complete, of } = await bench.attempt(taskOf(), place);
        expect(complete.result).toEqual(DONE);
        expect(noted).toEqual(allowed ? ['hi'] : []);
        expect(asked.some((tool) => tool.endsWith('note'))).toBe(true);
        expect(of('tool_start').length).toBeGreaterThan(0);
        const denied = of('permission_answer').some(({ answer }) => answer.type === 'deny');
        expect(denied).toBe(!allowed);
      }
    });

    it('does not write what it is denied to write', async () => {
      if ('permission' in subject.cannot && !/reason/.test(subject.cannot.permission ?? '')) return;
      const folder = tempFolder();
      const error = { code: 'PERMISSION_DENIED', message: 'the vault is closed' };
      const permit: Permit = async ({ action }) =>
        action.type === 'write' ? { type: 'deny', by: 'rule', error } : { type: 'allow', by: 'mode' };
      const { name, input } = subject.calls.write('vault.txt', 'gold', folder);
      const script = played((request) =>
        request.messages.some(({ toolCalls }) => toolCalls.length > 0) ? done(request) : toolCall(name, input),
      );
      const { attempt } = await benchFor(subject, script);
      const { of } = await attempt(taskOf(), placeOf({ folder, permit }));
      expect(existsSync(join(folder, 'vault.txt'))).toBe(false);
      expect(of('permission_answer').some(({ answer }) => answer.type === 'deny')).toBe(true);
    });

    it('goes on with its conversation in the same folder', async () => {
      const bench = await benchFor(subject, played(done));
      const place = placeOf();
      const first = await bench.attempt(taskOf({ prompt: 'contract-task: remember the word heron.' }), place);
      expect(first.complete.resume).toBeDefined();
      const { resume = '' } = first.complete;
      await bench.attempt(taskOf({ prompt: 'contract-task: which word?', resume }), place);
      const asked = JSON.stringify(bench.sim.requests.at(-1)?.request.messages);
      expect([asked.includes('heron'), asked.includes('which word?')]).toEqual([true, true]);
    });

    it('leaves nothing running when it is called off in the middle of a command', async () => {
      const folder = realpathSync(tempFolder());
      const mark = `left-${Math.random()}`;
      const off = new AbortController();
      const script = played(() => {
        const { name, input } = subject.calls.shell(`touch up; sleep 1000; : ${mark}`);
        return toolCall(name, input);
      });
      const { attempt } = await benchFor(subject, script);
      const watching = setInterval(() => existsSync(join(folder, 'up')) && off.abort(), 20);
      const { complete } = await attempt(taskOf(), placeOf({ folder }), { signal: off.signal });
      clearInterval(watching);
      expect(complete.result).toMatchObject({ type: 'failed', error: { code: 'ATTEMPT_ABORTED' } });
      expect(running(mark, folder)).toEqual([]);
    });

    it('sees neither a key nor the machine', async () => {
      const look = 'env; cat /etc/shadow; ls /work /root; curl -sS -m 2 http://1.1.1.1';
      let seen = '';
      const script = played((request) => {
        const results = request.messages.flatMap(({ toolResults }) => toolResults.map((result) => result.text));
        seen = results.join('\n');
        const { name, input } = subject.calls.shell(look);
        // Its own, where it runs commands itself: without the name of the server that has its client run them.
        const own = request.tools.some((tool) => tool.name === name) ? name : name.replace(/^mcp__\w+?__/, '');
        return results.length === 0 ? toolCall(own, input) : done(request);
      });
      const bench = await benchFor(subject, script);
      // Without a way to run commands for it, it runs them itself: inside.
      const { exec: _, ...place } = placeOf();
      const { complete } = await bench.attempt(taskOf(), place);
      expect(complete.result).toEqual(DONE);
      expect(seen).toContain('PATH=');
      expect(seen).not.toMatch(/key-added-outside|root:.*:\d+:|package\.json/);
      expect(bench.sim.requests.length).toBeGreaterThan(1);
    });
  });
}

/** Command lines of processes that have the mark, or work in the folder. */
function running(mark: string, folder: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        return line.includes(mark) || line.includes(folder) ? [line] : [];
      } catch {
        return [];
      }
    });
}

const noteTool = (note: (words: string) => void) =>
  defineTool({
    name: 'note',
    title: 'Note',
    description: 'Notes words.',
    input: z.object({ words: z.string() }),
    output: z.object({}),
    annotations: { readOnly: false, destructive: false, idempotent: true, openWorld: false },
    examples: [],
    errors: {},
    run: async ({ words }) => {
      note(words);
      return { ok: true, output: {}, text: 'noted' };
    },
  });
