import type { Passage } from '../document.ts';

/** Long enough to be understood alone, short enough that several fit an 800-token pack. */
const MOST_CHARACTERS = 1_400;

/** Splits a section at blank lines into passages; a paragraph that is too long is split at line ends. */
export function splitPassage(section: Passage): Passage[] {
  if (section.text.length <= MOST_CHARACTERS) return section.text.trim() === '' ? [] : [section];
  const lines = section.text.split('\n');
  const passages: Passage[] = [];
  let begin = 0;
  let size = 0;
  let lastBlank = -1;
  const cut = (end: number): void => {
    const text = lines.slice(begin, end).join('\n');
    if (text.trim() !== '') passages.push({ ...section, text: text.slice(0, 4 * MOST_CHARACTERS), ...at(begin, end) });
    begin = end;
    lastBlank = -1;
  };
  const at = (from: number, to: number): Pick<Passage, 'first' | 'last'> =>
    section.first === undefined ? {} : { first: section.first + from, last: section.first + to - 1 };
  for (const [index, line] of lines.entries()) {
    if (size + line.length > MOST_CHARACTERS && index > begin) {
      cut(lastBlank > begin ? lastBlank : index);
      size = lines.slice(begin, index).reduce((sum, each) => sum + each.length + 1, 0);
    }
    if (line.trim() === '') lastBlank = index;
    size += line.length + 1;
  }
  cut(lines.length);
  return passages;
}
