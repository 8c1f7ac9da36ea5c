import { SaxesParser, type SaxesTagPlain } from 'saxes';

export interface JunitProblem {
  readonly type: string;
  readonly message: string;
  readonly text: string;
}

export interface JunitCase {
  /** Names of the test suites around it, outermost first. */
  readonly suites: readonly string[];
  readonly classname: string;
  readonly name: string;
  readonly file: string;
  readonly line: number | null;
  readonly seconds: number;
  readonly failure: JunitProblem | null;
  /** Something other than the test's own check went wrong: it threw, its set-up failed, its file did not load. */
  readonly error: JunitProblem | null;
  readonly skipped: JunitProblem | null;
  readonly output: string;
}

export interface JunitReport {
  readonly cases: readonly JunitCase[];
  /** Errors of suites rather than of their tests. */
  readonly suiteErrors: readonly (JunitProblem & { readonly suite: string })[];
  /** What the outermost suites claim to contain, if they say so. */
  readonly claimed: number | null;
}

export type JunitResult =
  | { readonly ok: true; readonly report: JunitReport }
  | { readonly ok: false; readonly why: string };

type Writable<T> = { -readonly [K in keyof T]: T[K] };
const MAX_TEXT = 64 * 1024;

/** Reads JUnit XML of any runner. A truncated or malformed report is rejected as a whole. */
export function parseJunit(xml: string): JunitResult {
  const parser = new SaxesParser();
  const state = new Reader();
  const trouble: string[] = [];
  parser.on('error', (error) => {
    if (trouble.length === 0) trouble.push(error.message);
  });
  parser.on('opentag', (tag) => state.open(tag));
  parser.on('closetag', (tag) => state.close(tag.name));
  parser.on('text', (text) => state.text(text));
  parser.on('cdata', (text) => state.text(text));
  parser.write(xml).close();
  if (trouble[0] !== undefined) return { ok: false, why: `not well-formed: ${trouble[0]}` };
  if (!state.sawSuite) return { ok: false, why: 'it holds no test suite' };
  return { ok: true, report: state.report() };
}

class Reader {
  sawSuite = false;
  readonly #suites: { name: string; file: string }[] = [];
  readonly #cases: JunitCase[] = [];
  readonly #suiteErrors: (JunitProblem & { suite: string })[] = [];
  #claimed: number | null = null;
  #case: Writable<JunitCase> | null = null;
  #problem: { kind: 'failure' | 'error' | 'skipped' | 'output'; at: Writable<JunitProblem> } | null = null;

  open({ name, attributes }: SaxesTagPlain): void {
    const text = (key: string): string => attributes[key] ?? '';
    if (name === 'testsuites' || name === 'testsuite') {
      this.sawSuite = true;
      if (name === 'testsuites') return;
      if (this.#suites.length === 0 && /^\d+$/.test(text('tests'))) {
        this.#claimed = (this.#claimed ?? 0) + Number(text('tests'));
      }
      this.#suites.push({ name: text('name'), file: text('file') || text('filepath') });
    } else if (name === 'testcase') this.#case = this.#newCase(text);
    else if (name === 'failure' || name === 'error' || name === 'skipped' || name === 'system-out') {
      const kind = name === 'system-out' ? 'output' : name;
      this.#problem = { kind, at: { type: text('type'), message: text('message'), text: '' } };
    }
  }

  text(text: string): void {
    const at = this.#problem?.at;
    if (at && at.text.length < MAX_TEXT) at.text += text.slice(0, MAX_TEXT - at.text.length);
  }

  close(name: string): void {
    if (name === 'testsuite') this.#suites.pop();
    else if (name === 'testcase' && this.#case) {
      this.#cases.push(this.#case);
      this.#case = null;
    } else if (this.#problem && (name === this.#problem.kind || name === 'system-out')) this.#settle();
  }

  report(): JunitReport {
    return { cases: this.#cases, suiteErrors: this.#suiteErrors, claimed: this.#claimed };
  }

  #settle(): void {
    const problem = this.#problem;
    this.#problem = null;
    if (!problem) return;
    const { kind, at } = problem;
    if (this.#case) {
      if (kind === 'output') this.#case.output = at.text;
      // The first counts: some runners add one for every retry or tear-down.
      else this.#case[kind] ??= at;
    } else if (kind === 'error' || kind === 'failure') {
      this.#suiteErrors.push({ ...at, suite: this.#suites.at(-1)?.name ?? '' });
    }
  }

  #newCase(text: (key: string) => string): Writable<JunitCase> {
    const inherited = this.#suites.findLast(({ file }) => file !== '')?.file ?? '';
    const line = text('line') || text('lineno');
    return {
      suites: this.#suites.map(({ name }) => name),
      classname: text('classname'),
      name: text('name'),
      file: text('file') || inherited,
      line: /^\d+$/.test(line) ? Number(line) : null,
      seconds: Number.parseFloat(text('time')) || 0,
      failure: null,
      error: null,
      // Google Test marks a disabled test by an attribute.
      skipped:
        text('status') === 'notrun' || text('status') === 'disabled' ? { type: '', message: '', text: '' } : null,
      output: '',
    };
  }
}
