/** If a setting occurs twice, the later of these applies, as in pip. */
const SECTIONS = ['global', 'install', ':env:'];

/** The settings that `pip config list` printed: name → value, without the section. */
export function pipSettings(printed: string): Record<string, string> {
  const found = printed.split('\n').flatMap((line) => {
    const [, section, name, value] = /^(global|install|:env:)\.([\w-]+)=(.*)$/.exec(line) ?? [];
    return section === undefined || name === undefined ? [] : [{ section, name, value: unquoted(value ?? '') }];
  });
  const inOrder = found.toSorted((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section));
  return Object.fromEntries(inOrder.map(({ name, value }) => [name, value]));
}

/** In Python's string syntax. A list in a settings file has line ends in it. */
function unquoted(text: string): string {
  const inner = /^'(.*)'$|^"(.*)"$/.exec(text);
  return (inner?.[1] ?? inner?.[2] ?? text).replace(/\\(.)/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped);
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
