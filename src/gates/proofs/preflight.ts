import { accepted, refused, unmeasured, type Verdict } from '#contracts/gate.ts';
import type { TreeHash } from '#contracts/ids.ts';
import type { TreeRunner } from '../tree-runner.ts';

const GATE = 'preflight';
const TIMEOUT_MS = 20 * 60_000;

/** The project's own check, as main has it, on the submitted tree. Without one, the lack is reported. */
export async function preflight(
  treeRunner: TreeRunner,
  tree: TreeHash,
  command: string | false | null,
  signal: AbortSignal,
): Promise<{ verdict: Verdict; output: string }> {
  if (command === null) {
    const next =
      'A person names it, or says that there is none: `assay init --force --preflight "npm run check"`, or `--no-preflight`; then commits .assay/config.json on main.';
    return {
      verdict: unmeasured(GATE, { code: 'PREFLIGHT_MISSING', message: 'this project has no preflight', next }),
      output: '',
    };
  }
  if (command === false) {
    const said = 'no preflight: the project’s configuration says that it has none';
    return { verdict: accepted(GATE, [await treeRunner.keep('command', said, tree, { command: null })]), output: said };
  }
  const { value, evidence } = await treeRunner.run(
    tree,
    { program: 'sh', args: ['-c', command], timeoutMs: TIMEOUT_MS },
    signal,
  );
  const output = [value.stdout.text, value.stderr.text].filter((text) => text.trim() !== '').join('\n');
  if (value.outcome === 'exited' && value.exitCode === 0) return { verdict: accepted(GATE, [evidence]), output };
  if (value.outcome === 'unstartable' || value.outcome === 'aborted' || value.exitCode === 127) {
    const message = `the preflight could not be run: ${value.error?.message ?? (output.trim().split('\n').at(-1) || value.outcome)}`;
    const next = 'The programs it uses must be installed, or be among the lockfile’s dependencies.';
    return { verdict: unmeasured(GATE, { code: 'PREFLIGHT_UNSTARTABLE', message, next }, [evidence]), output };
  }
  const how = value.outcome === 'exited' ? `exit code ${value.exitCode}` : value.outcome;
  const reason = {
    code: 'PREFLIGHT_FAILED',
    message: `${command}: ${how}`,
    next: 'Fix what it reports; leave its script and configuration alone.',
  };
  return { verdict: refused(GATE, [reason], [evidence]), output };
}
