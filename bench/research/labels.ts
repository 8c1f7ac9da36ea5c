import type { Report } from '../../src/workflows/research/state.ts';

/** What is wrong with the labels of a page, read from the page alone: every sentence one, every source one number and one line. */
export function labelProblems({ markdown, sentences }: Report): string[] {
  const problems: string[] = [];
  const [answer = '', rest = ''] = markdown.split(/^## Sources$/m);
  const lines = answer.split('\n').filter((line) => line.startsWith('- '));
  const listed = rest.split('\n').flatMap((line) => /^(\d+)\. .*: (\S+)$/.exec(line)?.slice(1) ?? []);
  const [numbers, places] = [listed.filter((_, at) => at % 2 === 0), listed.filter((_, at) => at % 2 === 1)];
  if (lines.length !== sentences.length) problems.push(`${sentences.length} sentences, ${lines.length} lines`);
  for (const line of lines) {
    if ((line.match(/\((?:un)?supported\b/g) ?? []).length !== 1) problems.push(`not one label: ${line}`);
    const marks = line.match(/\[\d+\]/g) ?? [];
    if (line.includes('(supported)') !== marks.length > 0) problems.push(`a marker where none belongs: ${line}`);
    if (new Set(marks).size !== marks.length) problems.push(`a marker twice: ${line}`);
    for (const mark of marks) if (!numbers.includes(mark.slice(1, -1))) problems.push(`${mark} is not listed: ${line}`);
    if (/\[\^|【|\[S\d|\(S\d|\(source|\[source/i.test(line)) problems.push(`a marker of the model's: ${line}`);
  }
  if (new Set(numbers).size !== numbers.length) problems.push('a number is listed twice');
  if (new Set(places).size !== places.length) problems.push('a place is listed twice');
  for (const number of numbers) if (!answer.includes(`[${number}]`)) problems.push(`${number} is listed and not cited`);
  return problems;
}
