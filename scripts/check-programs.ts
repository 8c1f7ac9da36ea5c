import { runTool } from './processes.ts';

/** Parses each file that is named and says of those that do not parse where they do not. */
const PARSE = `
import ast, sys
for path in sys.argv[1:]:
    try:
        ast.parse(open(path, encoding='utf8').read(), path)
    except SyntaxError as error:
        print(f'{path}:{error.lineno}: {error.msg}')
`;

/** Programs in Python that do not parse. Nothing is said where there is no Python to ask: the tests that run them skip. */
export async function checkPrograms(root: string, paths: readonly string[]): Promise<string[]> {
  const programs = paths.filter((path) => path.endsWith('.py') && !path.includes('/fixtures/'));
  if (programs.length === 0) return [];
  const asked = await runTool('python3', ['-c', PARSE, ...programs], { cwd: root }).catch(() => null);
  return asked === null ? [] : asked.output.split('\n').filter((line) => line !== '');
}
