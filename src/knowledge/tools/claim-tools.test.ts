import { describe, expect, it } from 'vitest';
import { ingestDocs, testProject } from '../testing/project.ts';
import { claimTools } from './claim-tools.ts';
import { documentTools } from './document-tools.ts';

const CONTEXT = { signal: new AbortController().signal, cwd: '/', progress: () => undefined };

async function tools() {
  const project = testProject({
    'docs/leases.md': '# Leases\n\nA lease is held for 10 seconds. The `Driver` renews the lease.\n',
    'docs/driver.md': '# Driver\n\nThe `Driver` is started by the scheduler.\n',
    'docs/old.md': '# Leases of old\n\nA lease is held for 30 seconds.\n',
  });
  const knowledge = project.open();
  await ingestDocs(knowledge, project);
  const all = [...claimTools(async () => knowledge), ...documentTools(async () => knowledge)];
  return async (name: string, input: object) => {
    const tool = all.find((each) => each.name === name);
    const answer = await tool?.run(tool.input.parse(input), CONTEXT);
    return answer?.ok ? answer.output : answer;
  };
}

const claim = (text: string, quote: string, cite = 'docs/leases.md:1-4') => ({ text, citations: [{ cite, quote }] });

describe('C3 an answer is compared with any corpus that was read', () => {
  it('C9.2 finds passages by words and meaning, and follows names to other documents', async () => {
    const run = await tools();
    expect(await run('research', { words: 'how long is a lease held' })).toMatchObject({
      passages: expect.arrayContaining([expect.objectContaining({ cite: 'docs/leases.md:1-4' })]),
    });
    expect(await run('hop_search', { words: 'renews the lease', limit: 1 })).toMatchObject({
      passages: [
        { cite: 'docs/leases.md:1-4', hop: 0 },
        { cite: 'docs/driver.md:1-4', hop: 1, via: 'Driver' },
      ],
    });
  });

  it('C3.1 C3.2 C9.3 reports which citations, names and relations hold, and which statements contradict', async () => {
    const run = await tools();
    const good = claim('A lease is held for 10 seconds.', 'A lease is held for 10 seconds.');
    const made = claim('A lease is held for 60 seconds.', 'held for 60 seconds');
    const nowhere = claim('A lease is held for 10 seconds.', 'A lease is held', 'docs/none.md:1-2');
    const turned = claim('The lease renews the `Driver`.', 'The `Driver` renews the lease.');
    expect(await run('check_citations', { claims: [good, made, nowhere] })).toMatchObject({
      supported: 1,
      claims: [{ label: 'supported' }, { label: 'unsupported' }, { label: 'unsupported' }],
    });
    const lessons = claim('A lease is held for 40 seconds.', 'A lease is held for 10 seconds.');
    expect(await run('check_entities', { claims: [lessons] })).toMatchObject({ grounding: 0 });
    expect(await run('check_relations', { claims: [good, turned] })).toMatchObject({
      claims: [{ kept: true }, { kept: false }],
    });
    expect(await run('check_contradictions', { claims: [good] })).toMatchObject({
      contradictions: 1,
      claims: [{ others: [{ cite: 'docs/old.md:1-4', sentence: 'A lease is held for 30 seconds.' }] }],
    });
  });
});
