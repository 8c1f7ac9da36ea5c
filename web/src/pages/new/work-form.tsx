import { useState } from 'react';
import { asSentence } from '#contracts/errors.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import type { FolderLook, Precondition } from '#contracts/http/work-routes.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { plural } from '../../lib/format.ts';
import { navigate, runPath } from '../../lib/router.tsx';
import { usePreferences } from '../../shell/preferences.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Labelled, Select, TextArea } from '../../ui/field.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/page.tsx';
import { WithCode } from '../../ui/with-code.tsx';
import { PreconditionList } from './precondition-list.tsx';

const KINDS = [
  ['plan', 'A plan: agents make its open PRs'],
  ['spec', 'A spec: tests and code, blind to each other (hybrid TDD)'],
  ['question', 'A question: ask an agent, or talk it through'],
] as const;
type Kind = (typeof KINDS)[number][0];

const MODES = [
  ['parallel', 'tests and code at the same time'],
  ['speculative', 'several tries at once'],
  ['sequential', 'one after the other'],
] as const;
type Mode = (typeof MODES)[number][0];

/** The task, the agents, and the budget; started with one press, after it was shown. */
export function WorkForm({ look }: { look: FolderLook }) {
  const { data: connect } = useAnswer(ROUTES.connect, {});
  const [kind, setKind] = useState<Kind>(look.plans.length > 0 || look.specs.length === 0 ? 'plan' : 'spec');
  const [plan, setPlan] = useState(look.plans[0]?.path ?? '');
  const [text, setText] = useState(look.specs[0] ?? '');
  const [mode, setMode] = useState<Mode>('parallel');
  const preferences = usePreferences();
  const [chosenBackend, setBackend] = useState<string | null>(null);
  const [chosenModel, setModel] = useState<string | null>(null);
  const backend = chosenBackend ?? preferences.backend ?? '';
  // As the form says: it may read, and asks before it changes anything.
  const asks = preferences.permissions.mode === 'explore' ? 'explore' : 'ask';
  const model = chosenModel ?? preferences.model ?? '';
  const [usd, setUsd] = useState('');
  const [approveDrafts, setApproveDrafts] = useState(false);
  const [looked, setLooked] = useState<readonly Precondition[]>([]);
  const who = { ...(backend === '' ? {} : { backend }), ...(model.trim() === '' ? {} : { model: model.trim() }) };
  const budget = Number(usd) > 0 ? { usd: Number(usd) } : {};
  const { folder } = look;
  const start = useAction(async () => {
    if (kind === 'question') {
      const chat = await call(ROUTES.newChat, { body: { folder, mode: asks, ...who } });
      await call(ROUTES.chatPost, { params: { chat: chat.id }, body: { text } });
      return navigate(`/chat/${encodeURIComponent(chat.id)}`);
    }
    if (kind === 'spec') {
      const { run } = await call(ROUTES.startSpec, { body: { folder, spec: text, mode, ...who, budget } });
      return navigate(runPath(run));
    }
    const body = { folder, plan, ...who, budget, approveDrafts };
    setLooked([]);
    const { ready, looked } = await call(ROUTES.lookAtPlan, { body });
    setLooked(looked);
    if (ready) navigate(runPath((await call(ROUTES.startPlan, { body })).run));
  });
  const agents = (connect?.agents ?? []).flatMap(({ backend: id, title }) =>
    id === null ? [] : [[id, title] as const],
  );
  const chosen = look.plans.find(({ path }) => path === plan);
  const blocked = kind === 'plan' && (!look.configured || !chosen || chosen.open.length === 0);
  return (
    <Section title="What">
      <div className="card space-y-4 p-4">
        <fieldset className="space-y-1.5">
          <legend className="sr-only">What is to be done</legend>
          {KINDS.map(([id, label]) => (
            <label key={id} className="flex min-h-6 items-center gap-2 text-sm">
              <input type="radio" name="kind" checked={kind === id} onChange={() => setKind(id)} className="size-4" />
              {label}
            </label>
          ))}
        </fieldset>
        {kind === 'plan' && (
          <>
            <PlanPart look={look} plan={plan} choose={setPlan} />
            <label className="flex min-h-6 items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={approveDrafts}
                onChange={() => setApproveDrafts(!approveDrafts)}
                className="size-4"
              />
              Show me each draft before any code is written
            </label>
          </>
        )}
        {kind === 'spec' && (
          <>
            <Labelled
              label="Spec"
              hint="Its path in the repository, or the spec itself (YAML, JSON or Markdown of several lines)."
            >
              <TextArea
                rows={text.includes('\n') ? 12 : 3}
                value={text}
                onChange={(event) => setText(event.target.value)}
                spellCheck={false}
              />
            </Labelled>
            <Select
              label="How"
              value={mode}
              options={MODES}
              change={(id) => setMode(MODES.find(([known]) => known === id)?.[0] ?? 'parallel')}
            />
          </>
        )}
        {kind === 'question' && (
          <Labelled label="Question" hint="It may read the folder; it asks before it changes anything.">
            <TextArea rows={3} value={text} onChange={(event) => setText(event.target.value)} />
          </Labelled>
        )}
        <div className="grid grid-cols-3 gap-3 max-[700px]:grid-cols-1">
          <Labelled label="Agent">
            <select
              value={backend}
              onChange={(event) => setBackend(event.target.value)}
              className="h-8 w-full rounded-md border border-line-strong bg-raised px-2 text-sm"
            >
              <option value="">as configured</option>
              {backend !== '' && agents.every(([id]) => id !== backend) && <option value={backend}>{backend}</option>}
              {agents.map(([id, title]) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </Labelled>
          <Labelled label="Model">
            <Input
              wide
              value={model}
              onChange={(event) => setModel(event.target.value)}
              placeholder="as configured"
              spellCheck={false}
            />
          </Labelled>
          <Labelled label="At most, in US dollars">
            <Input
              wide
              type="number"
              min={0}
              step="any"
              value={usd}
              onChange={(event) => setUsd(event.target.value)}
              placeholder="as configured"
            />
          </Labelled>
        </div>
        <Button
          look="strong"
          icon="play"
          busy={start.busy}
          disabled={blocked || (kind !== 'plan' && text.trim() === '')}
          onClick={() => void start.run()}
        >
          {kind === 'question' ? 'Ask' : 'Start'}
        </Button>
        {kind === 'plan' && start.busy && looked.length === 0 && (
          <p role="status" className="text-sm text-soft">
            Looks first: sandbox, configuration, plan, model, and the tests of {look.main ?? 'main'} …
          </p>
        )}
        {kind === 'plan' && looked.length > 0 && <PreconditionList looked={looked} />}
        <ErrorNotice error={start.error} />
      </div>
    </Section>
  );
}

/** The PRs that will be made, to be read before any cost arises. */
function PlanPart({ look, plan, choose }: { look: FolderLook; plan: string; choose(plan: string): void }) {
  if (look.plans.length === 0) {
    return (
      <Notice tone="warn">
        No plan was found. Write one: a Markdown file with one heading for each PR (## PR 1: Parse dates), committed on{' '}
        {look.main ?? 'main'}.
      </Notice>
    );
  }
  const chosen = look.plans.find(({ path }) => path === plan);
  return (
    <div className="space-y-2">
      <Select label="Plan" value={plan} options={look.plans.map(({ path }) => [path, path] as const)} change={choose} />
      {chosen && (
        <div className="text-sm">
          <p className="text-soft">
            {chosen.open.length === 0
              ? 'Nothing in it is open.'
              : `${plural(chosen.open.length, 'PR')} will be made, in this order${chosen.done > 0 ? ` (${chosen.done} are done)` : ''}:`}
          </p>
          <ol className="mt-1 list-decimal space-y-0.5 pl-6">
            {chosen.open.map((title) => (
              <li key={title} className="break-words">
                {title}
              </li>
            ))}
          </ol>
          {chosen.hint !== undefined && (
            <p className="mt-1.5 text-soft">
              <WithCode text={asSentence(chosen.hint)} />
            </p>
          )}
        </div>
      )}
      {!look.configured && <Notice tone="warn">Set the repository up first, and commit it.</Notice>}
    </div>
  );
}
