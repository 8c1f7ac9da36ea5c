import type { Call } from '../fact-types.ts';
import type { SourceFacts } from '../facts.ts';
import type { DiagnosticFact, OutgoingCall } from './answers.ts';

/** Calls of the same callee are one, with all their lines. */
export function callsFrom(calls: readonly Call[]): OutgoingCall[] {
  const groups = Map.groupBy(calls, ({ callee, kind }) => `${kind} ${callee}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { callee, binding } = first;
    const from = binding.to === 'import' ? { module: binding.module, symbol: binding.symbol } : {};
    const local = binding.to === 'local' ? { symbol: binding.symbol } : {};
    return [{ name: callee, lines: group.map(({ line }) => line), ...from, ...local }];
  });
}

/** Only what the grammar does not understand. */
export const diagnosticsFrom = (file: string, { errorLines }: SourceFacts): DiagnosticFact[] =>
  errorLines.map((line) => ({ file, line, severity: 'error', message: 'The syntax is not valid here.' }));
