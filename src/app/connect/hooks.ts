import type { Json } from '#contracts/json.ts';
import { escapePattern } from '#contracts/text.ts';
import { KNOWN_RUNNERS } from '#project/test-runners/known-runners.ts';
import { PROFILES } from '#project/test-runners/profiles.ts';

/** Claude Code's settings of a project; the hook is help, not a wall: it refuses what looks like a test runner. */
export const HOOKS_FILE = '.claude/settings.json';

/** Scripts and makefiles, then the commands of every known runner. */
const RUNNERS = [
  '(npm|pnpm|yarn|bun) (run )?test|npm t|make (test|check)|python3? -m (pytest|unittest)|cargo nextest',
  ...[
    ...KNOWN_RUNNERS.flatMap(({ programs }) => programs),
    ...[...PROFILES.values()].flatMap(({ found }) => found.commands ?? []),
  ].map(escapePattern),
].join('|');
/** Words that may precede a program's name. */
const BEFORE = '((env|time|sudo|npx|pnpm|pnpm exec|yarn|bunx|uv run|poetry run|[A-Z_]+=[^ "]*) +)*';

const SAID = 'Assay runs the tests: make one attempt and call submit_work.';

/**
 * A shell line that reads the call from its input: no program of ours has to start for every command. It matches only
 * where a command begins, so that reading a test's configuration is no test run.
 */
const COMMAND = `grep -Eq '"command" *: *"(([^"\\\\]|\\\\.)*([;&|(]|\\\\n) *)?${BEFORE}(${RUNNERS})([ ;&|"\\\\]|$)' && { echo '${SAID}' >&2; exit 2; } || exit 0`;

export const TEST_HOOK: Json = { matcher: 'Bash', hooks: [{ type: 'command', command: COMMAND }] };

/** The hooks with ours among them once; others stay unchanged. */
export function withHook(hooks: Json, wanted: boolean): Json[] {
  const others = (Array.isArray(hooks) ? hooks : []).filter((hook) => !JSON.stringify(hook).includes(SAID));
  return wanted ? [...others, TEST_HOOK] : others;
}
