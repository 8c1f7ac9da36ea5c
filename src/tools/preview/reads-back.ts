import type { Format } from '../formats/format.ts';
import { probeXml } from '../formats/xml/probe.ts';

/** Whether a preview is what it says it is. YAML and TOML are read back where they are written. */
export function readsBack(format: Format, text: string): boolean {
  try {
    if (format === 'json') JSON.parse(text);
    if (format === 'jsonl') for (const line of text.split('\n')) if (line !== '') JSON.parse(line);
    return format !== 'xml' || probeXml(Buffer.from(text), true).fault === undefined;
  } catch {
    return false;
  }
}
