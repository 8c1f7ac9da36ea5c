import type { DatabaseSync } from 'node:sqlite';
import { quoteName } from './literal.ts';
import type { ClauseProblem } from './where/problem.ts';

export interface TrialLimits {
  readonly rows: number;
  readonly ms: number;
}

export type ClauseTrial =
  | { readonly ok: true; readonly matches: number; readonly tried: number; readonly triedAll: boolean }
  | { readonly ok: false; readonly problem: ClauseProblem };

/** Compiles a checked clause and runs it over the first rows. Row by row, so that time can run out in between. */
export function tryClause(db: DatabaseSync, table: string, where: string, limits: TrialLimits): ClauseTrial {
  const until = performance.now() + limits.ms;
  let [matches, tried] = [0, 0];
  try {
    db.prepare(`SELECT 1 FROM main.${quoteName(table)} WHERE (${where}\n)`);
    const statement = db.prepare(
      `SELECT (${where}\n) IS TRUE AS hit FROM main.${quoteName(table)} LIMIT ${limits.rows + 1}`,
    );
    for (const row of statement.iterate()) {
      if (tried === limits.rows || performance.now() > until) return { ok: true, matches, tried, triedAll: false };
      tried += 1;
      if (Number(row.hit) === 1) matches += 1;
    }
    return { ok: true, matches, tried, triedAll: true };
  } catch (thrown) {
    const said = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `SQLite cannot run it${tried > 0 ? ` on row ${tried + 1}` : ''}: ${said}.`;
    return { ok: false, problem: { code: 'CLAUSE_INVALID', message, next: null, at: null } };
  }
}
