import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { openShellParser } from '#code/shell-tree.ts';
import type { RuleEffect } from '#contracts/permission.ts';
import { decideCommand } from './decide-command.ts';
import { COMMAND_POLICIES, gateOwnsTests } from './presets.ts';

const parser = await openShellParser();
afterAll(() => parser.close());

const { explore, ask, execute } = COMMAND_POLICIES;
const POLICIES = [explore, ask, execute, gateOwnsTests(execute)];
const SIGN: Readonly<Record<RuleEffect, string>> = { allow: '+', ask: '?', deny: '-' };

const corpus = readFileSync(new URL('corpus/lines.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [effects = '', text = ''] = line.split('\t');
    return { effects, text: text.replaceAll('\\n', '\n') };
  });

describe('C8 the corpus of command lines', () => {
  it('has at least 150 lines, none twice, each with an effect for every policy', () => {
    expect(corpus.length).toBeGreaterThanOrEqual(150);
    expect(new Set(corpus.map(({ text }) => text)).size).toBe(corpus.length);
    expect(corpus.filter(({ effects }) => !/^[-+?]{4}$/.test(effects))).toEqual([]);
  });

  it('gives every line the effect that is written next to it', () => {
    const wrong = corpus.flatMap(({ effects, text }) => {
      const decisions = POLICIES.map((policy) => decideCommand(text, policy, { parser }));
      const seen = decisions.map(({ effect }) => SIGN[effect]).join('');
      const why = decisions.map(({ because }) => because[0]?.why ?? '');
      return seen === effects ? [] : [{ text, seen, effects, why }];
    });
    expect(wrong).toEqual([]);
  });

  it('says why, and what to do, wherever it does not allow', () => {
    for (const { text } of corpus) {
      for (const policy of POLICIES) {
        const { effect, because, next } = decideCommand(text, policy, { parser });
        if (effect === 'allow') continue;
        expect.soft(because.length, text).toBeGreaterThan(0);
        for (const { why } of because) expect.soft(why, text).not.toBe('');
        expect.soft(next, text).not.toBe('');
      }
    }
  });
});
