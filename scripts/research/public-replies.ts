import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Attitude } from '../../src/workflows/research/weigh-reply.ts';

interface Said {
  readonly text: string;
  readonly says: readonly Attitude[];
}

/** What people said to other programs, by the name that those who collected it gave it. Everything else is something else. */
const ATTITUDE_OF: Readonly<Record<string, Attitude>> = {
  ...{ yes: 'yes', no: 'no', cancel: 'end', maybe: 'unclear', repeat: 'unclear' },
  ...{ affirm: 'yes', deny: 'no', react_positive: 'yes', stop: 'end' },
};
/** What somebody says who neither answers nor asks for anything. */
const LEFT_OUT =
  /^(?:greet|bye|goodbye|thank|greeting|react_negative|canthelp|oos|are_you_a_bot|what_is_your_name|next_song)/;

/**
 * Replies from clones of public repositories in DIR (clinc/oos-eval, CC BY 3.0; RasaHQ/financial-demo, Apache-2.0).
 * Of clinc's the part `train`: `val` and `test` are kept apart, for scripts/research/try-public-replies.ts.
 */
export function publicReplies(mirrors: string, random: () => number): Said[] {
  const clinc = clincReplies(mirrors, ['train']).map(([text, called]) => ({ text, called }));
  const rasa = rasaReplies(show(mirrors, 'RasaHQ/financial-demo', 'data/nlu/nlu.yml'));
  return [...clinc, ...rasa].flatMap(({ text, called }) => {
    const known = ATTITUDE_OF[called];
    if (LEFT_OUT.test(called) || (known === undefined && random() > OTHERS)) return [];
    return [{ text, says: [known ?? ('other' as const)] }];
  });
}

/** The share of what is no answer at all: there is far more of it. */
const OTHERS = 0.08;

/** Text and name of each, of these parts. */
export function clincReplies(mirrors: string, parts: readonly string[]): (readonly [string, string])[] {
  const all = JSON.parse(show(mirrors, 'clinc/oos-eval', 'data/data_full.json')) as Record<string, [string, string][]>;
  return parts.flatMap((part) => all[part] ?? []);
}

function rasaReplies(yaml: string): { text: string; called: string }[] {
  return yaml.split(/^- intent: */m).flatMap((block) => {
    const [called = ''] = block.split('\n');
    const texts = [...block.matchAll(/^ +- (.+)$/gm)].map(([, text = '']) => text);
    // A marked name is its words: "[Berlin](city)", "[NYC]{"entity": …}".
    return texts.map((text) => ({
      called: called.trim(),
      text: text.replace(/\[([^\]]+)\](?:\([^)]*\)|\{[^}]*\})/g, '$1'),
    }));
  });
}

function show(mirrors: string, repository: string, path: string): string {
  const name = repository.replace('/', '+');
  const clone = [join(mirrors, name, 'repo'), join(mirrors, name)].find((folder) => existsSync(folder)) ?? '';
  const { status, stdout, stderr } = spawnSync('git', ['-C', clone, 'show', `HEAD:${path}`], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (status !== 0) throw new Error(`${repository}: ${stderr}`);
  return stdout;
}
