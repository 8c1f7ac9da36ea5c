import { navigate } from '../../lib/router.tsx';
import { START_PATH } from '../../shell/example.ts';
import { StartButton } from '../../shell/start-button.tsx';
import { useTitle } from '../../shell/title.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/page.tsx';
import { ConnectPanel } from '../connect/connect-panel.tsx';

/** The first minute: what this is, two examples to watch, and how to connect an agent. */
export function FirstTime() {
  useTitle('Home');
  return (
    <div className="mx-auto w-full max-w-[980px] px-6 pb-16 pt-12 max-[900px]:px-4">
      <img src="/icon.svg" alt="" width={44} height={44} />
      <h1 className="mt-4 text-[26px] font-semibold leading-8 tracking-tight">Nothing has run here yet</h1>
      <p className="mt-2 max-w-[64ch] text-base text-soft">
        Assay runs coding agents and believes nothing it has not measured: agents make attempts, code runs the tests,
        keeps the state and the budget, and you watch, approve and steer from here.
      </p>
      <div className="mb-9 mt-6 grid grid-cols-2 gap-3 max-[900px]:grid-cols-1">
        <section className="card flex flex-col p-4">
          <h2 className="text-base font-semibold">A plan becomes merged PRs</h2>
          <p className="mb-3 mt-1 flex-1 text-sm text-soft">
            An engineer makes a mistake and tries to cheat twice. Real gates refuse it, real tests decide, and what is
            right is merged. About a minute.
          </p>
          <span>
            <Button look="strong" icon="play" onClick={() => navigate(START_PATH)}>
              Watch it
            </Button>
          </span>
        </section>
        <section className="card flex flex-col p-4">
          <h2 className="text-base font-semibold">A small shop, and a question to you</h2>
          <p className="mb-3 mt-1 flex-1 text-sm text-soft">
            Agents build in parallel. One is overloaded, one sends nonsense, one lies about its tests; at the end you
            are asked a question.
          </p>
          <StartButton />
        </section>
        <p className="col-span-full text-xs text-faint">Both use a simulated model: no key, no network, no cost.</p>
      </div>
      <Section title="Connect your agent">
        <ConnectPanel />
      </Section>
    </div>
  );
}
