import type { Format } from '../format.ts';
import { jqPath } from './json-path.ts';
import type { ShellQuery } from './query.ts';

/** Facts about a file's content from which a query can be made. */
export interface ValueShape {
  readonly format: Format;
  /** The keys that lead to its main collection; undefined when it has none. */
  readonly items?: readonly string[] | undefined;
  /** A member every element seems to have. */
  readonly field?: string | undefined;
  /** A member of the root that is not a collection. */
  readonly meta?: string | undefined;
  readonly delimiter?: string | undefined;
  /** Rows span lines or quote their delimiter: line tools would cut them. */
  readonly quoted?: boolean | undefined;
  readonly columns?: readonly string[] | undefined;
  /** XML elements that lead to the repeated one; with a namespace, they are matched by local names. */
  readonly elements?: readonly string[] | undefined;
  readonly namespaced?: boolean | undefined;
  readonly max: number;
}

/** Queries that fit the file's own structure, most useful first. Whether they work is checked by `prove`. */
export function suggestQueries(shape: ValueShape): ShellQuery[] {
  switch (shape.format) {
    case 'json':
      return treeQueries('jq', shape);
    case 'yaml':
      return treeQueries('yq', shape);
    case 'toml':
      return treeQueries('tomlq', shape);
    case 'jsonl':
      return recordQueries(shape);
    case 'xml':
      return xmlQueries(shape);
    case 'csv':
    case 'tsv':
      return tableQueries(shape);
    case 'text':
      return [
        {
          program: 'sed',
          args: ['-n', `1,${shape.max}p;${shape.max}q`],
          purpose: `the first ${shape.max} lines`,
          cheap: true,
        },
      ];
    case 'binary':
      return [
        {
          program: 'od',
          args: ['-A', 'x', '-t', 'x1z', '-N', String(16 * shape.max)],
          purpose: 'the first bytes',
          cheap: true,
        },
      ];
  }
}

function treeQueries(program: string, { items, field, meta, max }: ValueShape): ShellQuery[] {
  const queries: ShellQuery[] = [];
  if (items) {
    const path = items.length === 0 ? '' : jqPath(items);
    queries.push(
      { program, args: [path === '' ? 'length' : `${path} | length`], purpose: 'how many there are' },
      { program, args: [`${path || '.'}[:${max}]`], purpose: `the first ${max}` },
    );
    if (field !== undefined)
      queries.push({ program, args: [eachField(path || '.', field)], purpose: `${field} of each` });
  } else queries.push({ program, args: ['keys'], purpose: 'the keys of the root' });
  if (meta !== undefined) queries.push({ program, args: [jqPath([meta])], purpose: `${meta}, next to the data` });
  return queries;
}

/** jq 1.6 does not read `.[].["odd key"]`. */
function eachField(path: string, field: string): string {
  const step = jqPath([field]);
  return step.startsWith('.[') ? `${path}[] | ${step}` : `${path}[]${step}`;
}

function recordQueries({ field, max }: ValueShape): ShellQuery[] {
  const first = {
    program: 'jq',
    args: ['-c', '-n', `limit(${max}; inputs)`],
    purpose: `the first ${max} records`,
    cheap: true,
  };
  const each =
    field === undefined ? [] : [{ program: 'jq', args: ['-c', jqPath([field])], purpose: `${field} of each record` }];
  return [first, ...each, { program: 'jq', args: ['-n', '[inputs] | length'], purpose: 'how many records there are' }];
}

function xmlQueries({ elements = [], namespaced = false, max }: ValueShape): ShellQuery[] {
  const steps = elements.map((name) => (namespaced ? `*[local-name()='${name.replace(/^.*:/, '')}']` : name));
  const path = `/${steps.join('/')}`;
  return [
    { program: 'xmllint', args: ['--xpath', `count(${path})`], purpose: 'how many there are' },
    { program: 'xmllint', args: ['--xpath', `${path}[position()<=${max}]`], purpose: `the first ${max}` },
  ];
}

function tableQueries({ delimiter = ',', quoted = false, columns = [], max }: ValueShape): ShellQuery[] {
  const column = Math.min(2, columns.length);
  const name = columns[column - 1] ?? `column ${column}`;
  if (quoted) {
    // Line tools would cut rows whose fields hold line ends or delimiters.
    const rows = `import csv,itertools,sys; r=csv.reader(open(sys.argv[1],newline='',encoding='utf-8-sig'),delimiter=${python(delimiter)})`;
    return [
      {
        program: 'python3',
        args: ['-c', `${rows}; [print(x) for x in itertools.islice(r,${max + 1})]`],
        purpose: `the header and the first ${max} rows`,
        cheap: true,
      },
      {
        program: 'python3',
        args: ['-c', `${rows}; print(sum(1 for x in r if x)-1)`],
        purpose: 'how many rows there are',
        needsFile: true,
      },
    ];
  }
  const flag = `-F${delimiter === '|' ? '[|]' : delimiter === '\t' ? '\\t' : delimiter}`;
  return [
    {
      program: 'awk',
      args: [flag, `NR>${max + 1}{exit} NR>1{print $${column}}`],
      purpose: `${name} of the first ${max} rows`,
      cheap: true,
    },
    { program: 'awk', args: ['NF{n++} END{print n-1}'], purpose: 'how many rows there are' },
  ];
}

const python = (delimiter: string): string => (delimiter === '\t' ? "'\\t'" : `'${delimiter}'`);
