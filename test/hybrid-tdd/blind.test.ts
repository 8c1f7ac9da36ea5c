import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RunEvent } from '#contracts/run-events.ts';
import { HybridResult } from '#workflows/hybrid-tdd/result.ts';
import { TYPESCRIPT_STACK as STACK } from '../../examples/hybrid-tdd/stack/typescript.ts';
import { hybridRig } from './hybrid-rig.ts';
import { honest } from './scripted-attempt-runner.ts';

const MARK = 'the capacity is at least 1';
const LONG = { timeout: 300_000 };

describe('H2 cheat 24 a blind agent finds nothing of the other side', LONG, () => {
  it('H2.2 in its files, in its git, or next to its folder', async () => {
    const written = Promise.withResolvers<void>();
    const found: { place: string; files: string[]; objects: string }[] = [];
    const rig = await hybridRig(
      STACK,
      honest(STACK, {
        impl: async ({ folder }) => {
          // On the disk before the other one looks, and told only after it is there.
          if (folder !== null) (await import('node:fs')).writeFileSync(join(folder, 'src/stack.ts'), `// ${MARK}\n`);
          written.resolve();
          return STACK.impl;
        },
        tests: async ({ folder }) => {
          await written.promise;
          if (folder !== null)
            found.push({ place: folder, files: filesWith(folder, MARK), objects: allObjects(folder) });
          return STACK.tests;
        },
      }),
      { maxMutants: 2 },
    );
    onTestFinished(() => rig.close());
    const { result } = await rig.run();
    expect(result.success).toBe(true);
    expect(found).toHaveLength(1);
    expect(found[0]?.files).toEqual([]);
    // The skeleton is there, so looking works; the implementation is not.
    expect(found[0]?.objects).toContain('NotYetWritten');
    expect(found[0]?.objects).not.toContain(MARK);
    expect(rig.git('show', 'main:src/stack.ts')).toContain(MARK);
  });
});

function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(text))
    .map(({ name }) => name);
}

/** Everything that the git inside the workspace can say. */
function allObjects(folder: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 });
  const names = git('cat-file', '--batch-all-objects', '--batch-check=%(objectname) %(objecttype)').trim().split('\n');
  return names
    .filter((line) => line.endsWith(' blob'))
    .map((line) => git('cat-file', 'blob', line.split(' ')[0] ?? ''))
    .join('\n');
}

describe('H3 a run that is let go', LONG, () => {
  it('H3.12 is resumed where it stopped, and no agent is paid twice', async () => {
    const rig = await hybridRig(STACK, honest(STACK), { maxMutants: 2 });
    onTestFinished(() => rig.close());
    const stopAt = (node: string) => {
      const reached = Promise.withResolvers<void>();
      const onEvents = (events: readonly RunEvent[]) => {
        for (const event of events)
          if (event.type === 'node.started' && event.data.act.startsWith(`${node}#`)) reached.resolve();
      };
      return { reached: reached.promise, listener: { onEvents } };
    };
    const first = stopAt('skeleton');
    const begun = await rig.engine.start(
      rig.graph,
      { spec: rig.spec, mode: 'parallel', main: 'main' },
      { listener: first.listener },
    );
    await first.reached;
    await begun.stop();
    expect(await begun.done).toEqual({ status: 'stopped' });
    for (const node of ['verifyTDD', 'validate', 'postValidate']) {
      const { reached, listener } = stopAt(node);
      const again = await rig.engine.resume(begun.run, { listener });
      await reached;
      await again.stop();
      expect(await again.done).toEqual({ status: 'stopped' });
    }
    const last = await (await rig.engine.resume(begun.run)).done;
    if (last.status !== 'completed') throw new Error(JSON.stringify(last));
    const result = HybridResult.parse(last.output);
    expect(result.success).toBe(true);
    expect(
      rig.turns
        .map(({ node }) => node)
        .filter((node) => node !== 'typeAdversary')
        .toSorted(),
    ).toEqual(['impl', 'review', 'tests', 'types']);
    // Interrupted at the skeleton, the adversary may have to start again; no other agent does.
    expect(rig.turns.filter(({ node }) => node === 'typeAdversary').length).toBeLessThanOrEqual(2);
    const subjects = rig.git('log', '--format=%s', 'main').trim().split('\n');
    expect(subjects).toEqual([
      'tests: properties of the bounded stack',
      'impl: the bounded stack',
      'skeleton: bounded stack, every function a stub',
      'types: BoundedStack, 4 functions',
      'first',
    ]);
    expect(rig.git('log', '-1', '--format=%b', 'main')).toMatch(/Session: .+\nNode: tests\nCost: .*0\.01/);
    expect(result.cost.usd).toBeCloseTo(0.04, 1);
    expect((await rig.store.diskUse()).workspaces).toEqual([]);
  });
});
