import { readFacts, type SourceFacts } from '../facts.ts';

/** The facts about a text that must be parseable. */
export async function facts(text: string, language = 'typescript'): Promise<SourceFacts> {
  const read = await readFacts(text, language);
  if (!read.ok) throw new Error(`not read: ${read.why}`);
  return read.facts;
}
