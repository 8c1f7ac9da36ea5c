import { StartButton } from '../../shell/start-button.tsx';
import { useTitle } from '../../shell/title.ts';
import { Command } from '../../ui/copy-button.tsx';
import { Section } from '../../ui/page.tsx';
import { Found } from './found.tsx';

const STEPS: readonly { readonly title: string; readonly text: string; readonly command: string }[] = [
  {
    title: 'See one',
    text: 'Simulated agents build a small shop. One is overloaded, one sends nonsense, one lies about its tests; the tests are really run.',
    command: 'assay demo',
  },
  {
    title: 'Look at what happened',
    text: 'Every attempt, refusal and cost is in the log. A run that was killed goes on where it was.',
    command: 'assay runs show last',
  },
  {
    title: 'Check this machine',
    text: 'Which agents, keys and tools were found, and what to do about those that were not.',
    command: 'assay doctor',
  },
];

/** The first minute: what this is, and three things to try. */
export function FirstTime() {
  useTitle('Home');
  return (
    <div className="mx-auto w-full max-w-[860px] px-6 pb-16 pt-14 max-[900px]:px-4">
      <img src="/icon.svg" alt="" width={44} height={44} />
      <h1 className="mt-4 text-[26px] font-semibold leading-8 tracking-tight">Nothing has run here yet</h1>
      <p className="mt-2 max-w-[60ch] text-base text-soft">
        Assay runs coding agents and believes nothing it has not measured: agents make attempts, code runs the tests,
        keeps the state and the budget, and you watch, approve and steer from here.
      </p>
      <div className="mt-5">
        <StartButton strong />
        <p className="mt-2 text-xs text-faint">A simulated model answers: no key, no network, nobody is billed.</p>
      </div>
      <ol className="my-9 grid grid-cols-3 gap-3 max-[900px]:grid-cols-1">
        {STEPS.map(({ title, text, command }, index) => (
          <li key={title} className="card flex flex-col p-4">
            <span className="text-xs font-semibold text-faint">{index + 1}</span>
            <h2 className="mt-1 text-base font-semibold">{title}</h2>
            <p className="mb-3 mt-1 flex-1 text-sm text-soft">{text}</p>
            <Command>{command}</Command>
          </li>
        ))}
      </ol>
      <Section title="Connect your agent: what was found installed">
        <Found groups={['agents', 'needed']} />
      </Section>
    </div>
  );
}
