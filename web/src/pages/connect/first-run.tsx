import { CopyCommand } from '../../ui/copy-button.tsx';

interface Step {
  readonly command: string;
  readonly text: string;
}

/** The steps of one way; below them are two others. */
const NUMBERED = 4;

/** The commands, in order. */
export const FirstRun = ({ assay, client }: { assay: string; client: string }) => {
  const steps: readonly Step[] = [
    {
      command: 'cd your-repository',
      text: 'Any git repository with tests. Nothing is pushed, and main moves only by a proven merge.',
    },
    {
      command: `${assay} init`,
      text: 'Finds the tests, the check and the plan, tries them on main, and writes .assay/config.json.',
    },
    {
      command: 'git add PLAN.md .assay && git commit -m "Set up Assay"',
      text: 'Agents work from what is committed: the plan, once it says what you want, and the set-up.',
    },
    {
      command: `${assay} run`,
      text: 'An agent in a sandbox, PR by PR, unattended. --usd 5 stops and asks at that cost.',
    },
    {
      command: `${assay} connect ${client}`,
      text: 'Or: you work in your own client, and it asks the same gates over MCP.',
    },
    {
      command: `${assay} tdd SPEC.md`,
      text: 'Or: from a spec to code and tests written by agents that do not see each other.',
    },
  ];
  return (
    <ol className="card divide-y divide-line overflow-hidden">
      {steps.map(({ command, text }, index) => (
        <li
          key={command}
          className="grid grid-cols-[18px_minmax(0,2fr)_minmax(0,3fr)] items-center gap-3 px-3.5 py-2 text-sm max-[900px]:grid-cols-[18px_minmax(0,1fr)]"
        >
          <span className="text-xs font-semibold text-faint">{index < NUMBERED ? index + 1 : ''}</span>
          <span className="min-w-0">
            <CopyCommand>{command}</CopyCommand>
          </span>
          <span className="text-xs text-soft max-[900px]:col-start-2">{text}</span>
        </li>
      ))}
    </ol>
  );
};
