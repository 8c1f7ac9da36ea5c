/** First words of Mermaid's diagram types. */
const KINDS =
  /^(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram(?:-v2)?|erDiagram|journey|gantt|pie|quadrantChart|requirementDiagram|gitGraph|mindmap|timeline|sankey(?:-beta)?|xychart(?:-beta)?|block(?:-beta)?|C4\w+|zenuml|packet(?:-beta)?|architecture(?:-beta)?|kanban|radar-beta)\b/;
const CLOSES: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/** What is wrong with the text of a Mermaid diagram, line by line; empty where nothing is found. It is not rendered. */
export function diagramProblems(text: string): string[] {
  const lines = withoutFence(text).split('\n');
  const said = lines.map((line) => line.replace(/%%.*$/, '').trim());
  const first = said.findIndex((line) => line !== '' && line !== '---' && !/^(?:title|config)\b/.test(line));
  if (first < 0) return ['it is empty'];
  const head = said[first] ?? '';
  const problems = KINDS.test(head) ? [] : [`line ${first + 1}: "${head.slice(0, 40)}" is not a known kind of diagram`];
  const isGraph = /^(?:graph|flowchart)\b/.test(head);
  if (isGraph && !/^(?:graph|flowchart)(?:\s+(?:TB|TD|BT|RL|LR))?\s*;?$/.test(head))
    problems.push(`line ${first + 1}: after ${head.split(/\s/)[0]} comes TB, TD, BT, RL or LR, and nothing else`);
  let open = 0;
  for (const [at, line] of said.entries()) {
    if (at <= first || line === '') continue;
    if (isGraph) {
      const unclosed = unclosedIn(line);
      if (unclosed !== null) problems.push(`line ${at + 1}: ${unclosed}`);
      if (/(?:-->|---|-\.->|==>)\s*;?$/.test(line)) problems.push(`line ${at + 1}: the arrow leads nowhere`);
      if (/^(?:-->|---|-\.->|==>)/.test(line)) problems.push(`line ${at + 1}: the arrow comes from nowhere`);
    }
    if (/^(?:subgraph|loop|alt|opt|par|critical|break|rect|box)\b/.test(line)) open += 1;
    if (/^end\b/.test(line)) open -= 1;
    if (open < 0) problems.push(`line ${at + 1}: "end" ends nothing`);
    open = Math.max(0, open);
  }
  return open > 0 ? [...problems, `${open} × "end" is missing`] : problems;
}

const withoutFence = (text: string): string =>
  text
    .trim()
    .replace(/^```(?:mermaid)?\s*\n/, '')
    .replace(/\n```$/, '');

/** Brackets and quotes of one line, without quoted text. */
function unclosedIn(line: string): string | null {
  const waiting: string[] = [];
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (letter in CLOSES) waiting.push(CLOSES[letter] ?? '');
    else if (/[\])}]/.test(letter) && waiting.at(-1) === letter) waiting.pop();
    // `A>text]` begins with a character that is also part of an arrow.
    else if (/[\])}]/.test(letter) && !/>[^\]]*]/.test(line)) return `"${letter}" closes nothing`;
  }
  if (isQuoted) return 'a quotation mark is not closed';
  return waiting.length > 0 ? `"${waiting.at(-1)}" is missing` : null;
}
