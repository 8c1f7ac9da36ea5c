import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { benchFor, placeOf, taskOf } from '#agents/test/attempting.ts';
import { claims, played } from '#agents/test/scripts.ts';
import type { BackendSubject } from '#agents/test/subject.ts';
import { toolCall } from '#sim/answers.ts';

const DONE = { type: 'claim', claim: { done: true } };
const done = claims({ done: true });

/** What the contract suite cannot ask: it knows of no sandbox. */
export function ownTests(subject: BackendSubject): void {
  describe(`C1 ${subject.name}: as a real client`, () => {
    it('sees neither a key nor the machine', async () => {
      let visits = 0;
      const server = createServer((socket) => {
        visits += 1;
        socket.end();
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const visit = `bash -c 'echo > /dev/tcp/127.0.0.1/${port}'`;
      const look = `env; cat /etc/shadow; ls ${process.cwd()} /root; ${visit}`;
      let seen = '';
      const script = played((request, context) => {
        const results = request.messages.flatMap(({ toolResults }) => toolResults.map((result) => result.text));
        seen = results.join('\n');
        const { name, input } = subject.calls.shell(look);
        // Its own, where it runs commands itself: without the name of the server that has its client run them.
        const own = request.tools.some((tool) => tool.name === name) ? name : name.replace(/^mcp__\w+?__/, '');
        return results.length === 0 ? toolCall(own, input) : done(request, context);
      });
      const bench = await benchFor(subject, script);
      // Without a way to run commands for it, it runs them itself: inside.
      const { exec: _, ...place } = placeOf();
      const { complete } = await bench.attempt(taskOf(), place);
      expect(complete.result).toEqual(DONE);
      expect(seen).toContain('PATH=');
      expect(seen).not.toMatch(/key-added-outside|root:.*:\d+:|package\.json/);
      expect(visits).toBe(0);
      expect(bench.sim.requests.length).toBeGreaterThan(1);
    });
  });
}
