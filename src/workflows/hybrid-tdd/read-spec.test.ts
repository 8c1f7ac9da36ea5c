import { describe, expect, it } from 'vitest';
import { readSpec, specFrom, specToYaml } from './read-spec.ts';

const YAML = `
module: bounded stack
description: A stack with a capacity.
criteria: [a full stack refuses]
implPath: src/stack.ts
testPath: test/stack.test.ts
examples:
  - { input: "push 7, pop", output: "7" }
`;

const problems = (text: string): string => {
  const reading = readSpec(text);
  return reading.ok ? '' : reading.problems.join('\n');
};

describe('H3.14 a spec', () => {
  it('is read as YAML, as JSON and as the front matter of Markdown', () => {
    const yaml = specFrom(YAML, 'a.yaml');
    expect(yaml).toMatchObject({
      language: 'typescript',
      strictness: { maxFixAttempts: 5, requireCoverage: true, mutationBlocking: false },
    });
    expect(specFrom(JSON.stringify({ ...yaml }), 'a.json')).toEqual(yaml);
    const markdown = `---\n${YAML.replace('description: A stack with a capacity.\n', '').trim()}\n---\n\nA stack with a capacity.\n`;
    expect(specFrom(markdown, 'a.md')).toEqual(yaml);
    expect(specFrom(specToYaml(yaml), 'again')).toEqual(yaml);
  });

  it('knows its language by the path, or lists the languages', () => {
    expect(
      specFrom(YAML.replaceAll('stack.ts', 'stack.py').replace('test/stack.test.ts', 'tests/test_stack.py'), 'p')
        .language,
    ).toBe('python');
    expect(problems(YAML.replaceAll('.ts', '.rb'))).toContain('typescript or python');
    expect(problems(`${YAML}language: cobol\n`)).toContain('typescript or python');
  });

  it.each([
    [
      'unknown fields, with the nearest name',
      `${YAML}implpath: x\nstrictness: { maxFixAttempt: 3 }`,
      ['did you mean implPath?', 'did you mean strictness.maxFixAttempts?'],
    ],
    ['no examples', YAML.replace(/examples:[\s\S]*/, ''), ['at least one {input, output}']],
    ['an empty list of examples', YAML.replace(/examples:[\s\S]*/, 'examples: []'), ['at least one {input, output}']],
    [
      'examples that contradict each other',
      `${YAML}  - { input: "push  7, pop", output: "8" }\n`,
      ['push 7, pop gives 7 and 8'],
    ],
    [
      'a path that leads out',
      YAML.replace('src/stack.ts', '../stack.ts'),
      ['one that leads out of the repository is not'],
    ],
    [
      'an absolute path',
      YAML.replace('src/stack.ts', '/etc/stack.ts'),
      ['one that leads out of the repository is not'],
    ],
    ['a path into .git', YAML.replace('src/stack.ts', '.git/stack.ts'), ['not for code']],
    [
      'one file for both',
      YAML.replace('src/stack.ts', 'test/stack.test.ts'),
      ['the same file', 'implPath is a test file'],
    ],
    [
      'a test path that no runner finds',
      YAML.replace('test/stack.test.ts', 'test/stack.ts'),
      ['vitest does not treat testPath as a test file'],
    ],
    ['YAML that is none', 'module: [', ['']],
    ['a key that is there twice', `${YAML}module: again\n`, ['unique']],
    ['a list', '- a', ['not a list of fields']],
  ])('refuses %s', (_, text, told) => {
    const said = problems(text);
    expect(said).not.toBe('');
    for (const words of told) expect(said).toContain(words);
  });

  it('says all that is wrong at once', () => {
    expect(() => specFrom('module: x', 'x.yaml')).toThrow(
      /x\.yaml is not a spec:[\s\S]*description[\s\S]*criteria[\s\S]*implPath[\s\S]*examples/,
    );
  });
});
