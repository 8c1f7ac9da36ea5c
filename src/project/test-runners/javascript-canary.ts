import type { Canary, CanaryFile } from './profile.ts';

/** Tests that must fail, one per body; `imports` comes first. */
export const javascriptCanary = (
  parts: (file: CanaryFile) => {
    readonly imports: string;
    readonly test: string;
    /** The argument that the runner passes to a test for assertions; such a test ends when its promise does. */
    readonly given?: string;
    readonly bodies: readonly string[];
    /** Text after them. */
    readonly end?: string;
  },
): Canary => ({
  name: (mark) => mark,
  write: (mark, file) => {
    const { imports, test, given, bodies, end } = parts(file);
    const head = given === undefined ? '()' : `async (${given})`;
    const written = bodies.map((body) => `${test}(${JSON.stringify(`${mark}: ${body}`)}, ${head} => { ${body}; });`);
    return [imports, ...written, ...(end === undefined ? [] : [end])].join('\n');
  },
});

/** With the file's own `expect` if it has one, since its tests use that. */
export const ownExpect = ({ code }: CanaryFile): string[] =>
  /\bexpect\s*\(/.test(code) ? ['expect(1).toBe(2)', "expect({ a: [1, 'x'] }).toEqual({ a: [2, 'y'] })"] : [];

/** In the style of chai. */
export const chainedExpect = ({ code }: CanaryFile): string[] =>
  /\bexpect\s*\([^\n]*\)\.(to|not)\b/.test(code) ? ['expect(1).to.equal(2)', 'expect({ a: 1 }).to.eql({ a: 2 })'] : [];

export const isModule = ({ text, path }: CanaryFile): boolean =>
  /^\s*import\b/m.test(text) || /\.(m[jt]s|tsx?)$/.test(path);

/** Loads a file of the project from inside a test. */
export const IMPORTS = '(path) => import(/* @vite-ignore */ resolve(path))';
