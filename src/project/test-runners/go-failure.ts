import type { FailureKind, TestFailure } from '#contracts/test-run.ts';
import { fromRoot } from './test-id.ts';

/** What a Go test printed before it failed: `file_test.go:9: got 3, want 2`, or a panic with its stack. */
export function goFailure(output: string, folder: string, root: string): TestFailure {
  const panic = /^\s*(?:panic|fatal error): (.*?)(?: \[recovered\].*)?$/m.exec(output)?.[1];
  if (panic !== undefined) {
    return { kind: panicKind(panic), message: panic, ...panicPlace(output, root) };
  }
  const logged = /^\s+([^\s:]+\.go):(\d+): ([\s\S]*?)(?=^\s*(?:[^\s:]+\.go:\d+: |--- |=== ))/m.exec(`${output}--- `);
  if (!logged) return { kind: 'assertion', message: output.replace(/^(===|\s*---).*\n/gm, '').trim() || 'failed' };
  const [, name = '', line, message = ''] = logged;
  const compared = sides(message);
  return {
    kind: 'assertion',
    message: message.trim(),
    ...compared,
    file: folder === '.' ? name : `${folder}/${name}`,
    line: Number(line),
  };
}

function panicKind(message: string): FailureKind {
  if (/^test timed out after/.test(message)) return 'time-out';
  if (/unexpected call to os\.Exit|SIGSEGV.*unexpected|all goroutines are asleep/.test(message)) return 'crash';
  return 'exception';
}

function panicPlace(output: string, root: string): { file?: string; line?: number } {
  for (const [, path = '', line] of output.matchAll(/^\t(\/[^\s:]+\.go):(\d+)/gm)) {
    const file = fromRoot(root, path);
    if (!file.startsWith('/')) return { file, line: Number(line) };
  }
  return {};
}

/** The community's convention: `got X, want Y`, and testify's block. */
function sides(message: string): { expected?: string; actual?: string } {
  const gotWant = /\bgot:? ([\s\S]+?)[,;]? (?:want|wanted|expected):? ([\s\S]+)/i.exec(message);
  if (gotWant?.[1] !== undefined && gotWant[2] !== undefined)
    return { expected: gotWant[2].trim(), actual: gotWant[1].trim() };
  const testify = /expected ?: (.*)\n\s*actual ?: (.*)/i.exec(message);
  return testify?.[1] !== undefined && testify[2] !== undefined
    ? { expected: testify[1].trim(), actual: testify[2].trim() }
    : {};
}

/** Lines of the compiler and of `go list`: `lacks/lacks_test.go:5:32: undefined: discount`. */
export function goCompileFailures(text: string): TestFailure[] {
  if (!/\[(build|setup) failed\]|^# /m.test(text)) return [];
  return [...text.matchAll(/^(?:vet: )?(?:\.\/)?([^\s:]+\.go):(\d+):(?:\d+:)? (.+)$/gm)].map(
    ([, file = '', line, message = '']) => ({
      kind: compileKind(message),
      message,
      file,
      line: Number(line),
    }),
  );
}

/** A mistake in the file itself; other compiler errors are about what the file expects of other code. */
const SLIP =
  /^syntax error|^expected |^unexpected |^non-declaration statement|not terminated|^invalid character|declared and not used|declared but not used|imported and not used|imported but not used|redeclared|^missing return|^label \w+ defined and not used|^import cycle|^found packages/;

function compileKind(message: string): FailureKind {
  return SLIP.test(message) ? 'syntax' : 'missing-symbol';
}
