import { readFacts, type SourceFacts } from '../facts.ts';

/** The facts of a text that must be readable. */
export async function facts(text: string, language = 'typescript'): Promise<SourceFacts> {
  const read = await readFacts(text, language);
  if (!read.ok) throw new Error(`not read: ${read.why}`);
  return read.facts;
}
