import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installSuite, openDoor, play, scenarios, startAssay } from './conformance-suite.ts';
import { EXPECTED } from './expected.ts';

// npm run test:mcp [-- -t SCENARIO]: the official conformance suite of the Model Context Protocol against `assay mcp
// --http`, as a person starts it. The suite also wants what only a server made for it has (tools that draw pictures, ask
// and log); each of those is named in expected.ts with its reason. A failure that is not named there fails, and so does a
// named one that passes or fails in another way.
const problem = installSuite();
const names = problem === null ? scenarios() : [];

describe('X8.12 the official conformance suite', () => {
  const home = mkdtempSync(join(tmpdir(), 'assay-conformance-'));
  let server: Awaited<ReturnType<typeof startAssay>>;
  let door: Awaited<ReturnType<typeof openDoor>>;
  beforeAll(async () => {
    server = await startAssay(home);
    door = await openDoor(server.url, server.token);
  });
  afterAll(() => {
    door.close();
    server.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('is installed, and this list names no scenario that it lacks', () => {
    expect(problem).toBeNull();
    expect(Object.keys(EXPECTED).filter((name) => !names.includes(name))).toEqual([]);
  });

  it.each(names)('%s', async (name) => {
    const said = await play(name, door.url, home);
    const expected = EXPECTED[name];
    if (expected === undefined) expect(said).toBeNull();
    else expect(said, expected.why).toContain(expected.seen);
  });
});
