/** A flowchart as described by its text. */
export interface Flowchart {
  /** Whether it is horizontal. */
  readonly across: boolean;
  readonly boxes: readonly { readonly id: string; readonly label: string }[];
  readonly arrows: readonly {
    readonly from: string;
    readonly to: string;
    readonly label: string;
    readonly dotted: boolean;
  }[];
}

const MOST = 200;
const NODE =
  /^([\w-]+)\s*(?:\[\[?\(?"?([^\]"]*?)"?\)?\]?\]|\(\(?\[?"?([^)"]*?)"?\]?\)?\)|\{\{?"?([^}"]*?)"?\}?\}|>"?([^\]"]*?)"?\])?/;
const ARROW =
  /^\s*(?:(-->|---|==>|===|--x|--o|<-->)|(-\.->|-\.-)|--\s*([^-|>]+?)\s*-->|==\s*([^=|>]+?)\s*==>|-\.\s*([^.|>]+?)\s*\.->)\s*(?:\|([^|]*)\|\s*)?/;

/** Pure. A Mermaid flowchart of boxes and arrows; null where it is something else, or uses unsupported syntax. */
export function readFlowchart(text: string): Flowchart | null {
  const lines = text.split('\n').map((line) => line.replace(/%%.*$/, '').trim().replace(/;$/, ''));
  const [head = '', ...rest] = lines.filter((line) => line !== '');
  const direction = /^(?:graph|flowchart)(?:\s+(TB|TD|BT|RL|LR))?$/.exec(head);
  if (direction === null) return null;
  const boxes = new Map<string, string>();
  const arrows: Flowchart['arrows'][number][] = [];
  for (const line of rest) {
    // Styles and groups do not change the connections.
    if (/^(?:style|classDef|class|linkStyle|click|direction|subgraph|end)\b/.test(line)) continue;
    if (!readLine(line, boxes, arrows) || boxes.size > MOST || arrows.length > MOST) return null;
  }
  const across = direction[1] === 'LR' || direction[1] === 'RL';
  return boxes.size === 0 ? null : { across, boxes: [...boxes].map(([id, label]) => ({ id, label })), arrows };
}

/** `A[One] --> B & C -->|so| D`: every box before an arrow leads to every box after it. */
function readLine(line: string, boxes: Map<string, string>, arrows: Flowchart['arrows'][number][]): boolean {
  let [left, before] = [line, readBoxes(line, boxes)];
  while (before !== null) {
    left = before.left;
    if (left === '') return true;
    const arrow = ARROW.exec(left);
    if (arrow === null) return false;
    const after = readBoxes(left.slice(arrow[0].length), boxes);
    if (after === null) return false;
    const label = (arrow[6] ?? arrow[3] ?? arrow[4] ?? arrow[5] ?? '').trim();
    const dotted = arrow[2] !== undefined || arrow[5] !== undefined;
    for (const from of before.ids) for (const to of after.ids) arrows.push({ from, to, label, dotted });
    before = after;
  }
  return false;
}

function readBoxes(text: string, boxes: Map<string, string>): { readonly ids: string[]; readonly left: string } | null {
  const ids: string[] = [];
  let left = text.trim();
  for (;;) {
    const found = NODE.exec(left);
    const id = found?.[1];
    if (found === null || id === undefined) return null;
    const label = found.slice(2).find((part) => part !== undefined);
    if (label !== undefined || !boxes.has(id))
      boxes.set(id, (label ?? boxes.get(id) ?? id).replace(/<br\s*\/?>/g, ' ').trim());
    ids.push(id);
    left = left
      .slice(found[0].length)
      .trim()
      .replace(/^:::\w+\s*/, '');
    if (!left.startsWith('&')) return { ids, left };
    left = left.slice(1).trim();
  }
}
