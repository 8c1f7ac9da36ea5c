import { readFileSync } from 'node:fs';

/** A question to the documentation of a public project, the sentence that answers it and where that stands. */
export interface RealQuestion {
  readonly repository: string;
  readonly path: string;
  readonly question: string;
  readonly says: string;
  /** The same in other words, and what the sentence does not say. */
  readonly way: string;
  readonly wrong: string;
}

/** Where each project keeps its documentation. */
export const DOCUMENTATION: Readonly<Record<string, string>> = {
  'jestjs/jest': 'docs',
  'facebook/docusaurus': 'website/docs',
  'nodejs/undici': 'docs/docs',
  'nodejs/node': 'doc/api',
};

/** Lines of `questions.txt`: `#` repository and path, `?` a question, `=` what stands there, `~` in other words, `!` what does not. */
export function realQuestions(): RealQuestion[] {
  const blocks = readFileSync(new URL('questions.txt', import.meta.url), 'utf8')
    .split(/^# /m)
    .slice(1);
  return blocks.map((block) => {
    const [head = '', ...lines] = block.split('\n');
    const [repository = '', path = ''] = head.split(' ');
    const of = (mark: string): string => lines.find((line) => line.startsWith(`${mark} `))?.slice(2) ?? '';
    return { repository, path, question: of('?'), says: of('='), way: of('~'), wrong: of('!') };
  });
}
