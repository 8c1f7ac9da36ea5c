import { z } from 'zod';
import type { Json } from '#contracts/json.ts';
import { RESEARCH } from '#contracts/workflow-names.ts';
import { plural } from '../../lib/format.ts';
import { Link } from '../../lib/router.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { PayloadView } from '../../ui/payload-view.tsx';
import type { RunSnapshot } from '../run-snapshot.ts';
import { usePayload } from '../source.tsx';

/** The run's result, before its story. An error is at the top of the page already. */
export function StoryResult({ runSnapshot }: { runSnapshot: RunSnapshot }) {
  const { run, view } = runSnapshot;
  const loaded = usePayload(view.output);
  if (run.graph.name === CHAT)
    return (
      <p className="text-sm">
        <Link to={`/chat/${run.run}`} className="font-medium text-accent hover:underline">
          Open the conversation
        </Link>
      </p>
    );
  if (!view.output) return null;
  const words = loaded.state === 'there' ? wordsOf(run.graph.name, loaded.value) : null;
  return (
    <section aria-label="Result" className="card space-y-2 px-4 py-3 text-sm">
      {words?.lines.map((line) => (
        <p key={line} className="break-words font-medium">
          {line}
        </p>
      ))}
      {words?.markdown && <Markdown text={words.markdown} />}
      <details>
        <summary className="min-h-6 cursor-pointer text-xs text-soft">The whole result as data</summary>
        <div className="mt-1.5">
          <PayloadView payload={view.output} />
        </div>
      </details>
    </section>
  );
}

const CHAT = 'chat';

interface Words {
  readonly lines: readonly string[];
  readonly markdown: string | null;
}

const Said = z.object({
  markdown: z.string().nullish().catch(null),
  text: z.string().nullish().catch(null),
  success: z.boolean().nullish().catch(null),
  landed: z.string().nullish().catch(null),
  kept: z.string().nullish().catch(null),
  stop: z.object({ code: z.string(), message: z.string() }).nullish().catch(null),
  functions: z.array(z.unknown()).catch([]).default([]),
  red: z.array(z.unknown()).catch([]).default([]),
  mutation: z.object({ tried: z.number(), killed: z.number() }).nullish().catch(null),
});

/** Null where a result has no words of its own. */
function wordsOf(graph: string, value: Json): Words | null {
  const said = Said.safeParse(value).data;
  if (!said) return typeof value === 'string' ? { lines: [], markdown: value } : null;
  if (graph === RESEARCH) return { lines: [], markdown: said.markdown ?? null };
  if (typeof said.success !== 'boolean') return said.text ? { lines: [said.text], markdown: null } : null;
  const { landed, kept, stop, functions, red, mutation } = said;
  return {
    lines: [
      landed ? `Landed on main as ${landed.slice(0, 10)}.` : stop ? `${stop.code}: ${stop.message}` : 'Nothing landed.',
      ...(kept ? [`The work is kept as ${kept}.`] : []),
      [
        plural(functions.length, 'function'),
        `${plural(red.length, 'test')} red before the code`,
        ...(mutation ? [`${mutation.killed} of ${plural(mutation.tried, 'mutant')} noticed`] : []),
      ].join(' · '),
    ],
    markdown: null,
  };
}
