import type { FormatFault } from '../format.ts';
import { Cuts, limitsFor } from '../limits.ts';
import { XmlPruner } from './pruner.ts';

export interface XmlProbe {
  readonly looksXml: boolean;
  /** It begins with `<?xml`: there is no doubt what it wants to be. */
  readonly declared: boolean;
  readonly fault?: FormatFault;
}

/** What the beginning of a file says about XML. HTML is no XML, even where it looks so. */
export function probeXml(head: Buffer, isWhole: boolean): XmlProbe {
  const text = head.subarray(0, 200).toString('latin1').trimStart();
  const declared = text.startsWith('<?xml');
  if (!/^<([?!A-Za-z_:]|[\x80-\xff])/.test(text) || /^<(!doctype\s+html|html)/i.test(text)) {
    return { looksXml: false, declared: false };
  }
  const pruner = new XmlPruner({ limits: limitsFor(1), cuts: new Cuts(), rest: 'quiet', from: 0 });
  pruner.feed(head);
  if (isWhole && !pruner.fault) pruner.end();
  return { looksXml: true, declared, ...(pruner.fault ? { fault: pruner.fault } : {}) };
}
