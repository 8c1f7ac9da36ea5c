import { useState } from 'react';
import { ROUTES } from '#contracts/http/routes.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useQueryValue } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { Input, Labelled, Select, TextArea } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Scroll } from '../../ui/scroll.tsx';

/** The agents' toolbelt, for a person: the answers are the same. */
export default function ToolsPage() {
  const { data, error } = useAnswer(ROUTES.belt, {});
  const [chosen, choose] = useQueryValue('tool');
  const name = chosen ?? data?.tools[0]?.name;
  return (
    <Page title="Tools" intro="The small tools that agents work with. What you get here is what they get.">
      <ErrorNotice error={error} />
      {data && name !== undefined && (
        <div className="space-y-6">
          <Select
            label="Tool"
            value={name}
            options={data.tools.map((tool) => [tool.name, `${tool.name}: ${tool.summary}`] as const)}
            change={choose}
          />
          <OneTool key={name} name={name} />
        </div>
      )}
    </Page>
  );
}

function OneTool({ name }: { name: string }) {
  const params = ROUTES.beltTool.params.parse({ tool: name });
  const { data, error } = useAnswer(ROUTES.beltTool, { params });
  const { data: recent } = useAnswer(ROUTES.folders, {});
  const [folder, setFolder] = useState<string | null>(null);
  const [text, setText] = useState<string | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);
  const where = folder ?? recent?.folders[0]?.folder ?? '';
  const input = text ?? JSON.stringify(data?.examples[0]?.input ?? {}, null, 2);
  const run = useAction(async () => {
    setAnswer(null);
    const body = { folder: where, input: ROUTES.runTool.body.shape.input.parse(JSON.parse(input)) };
    const got = await call(ROUTES.runTool, { params, body });
    setAnswer(
      got.ok
        ? (got.text ?? JSON.stringify(got.output, null, 2))
        : [got.error.code, got.error.message, got.error.next].filter((part) => part !== undefined).join('\n'),
    );
  });
  if (!data) return <ErrorNotice error={error} />;
  return (
    <Section title={data.title}>
      <div className="card space-y-3 p-4">
        <p className="text-sm text-soft">{data.description}</p>
        <Labelled label="Folder" hint="The full path; paths in the input are relative to it.">
          <Input wide value={where} onChange={(event) => setFolder(event.target.value)} spellCheck={false} />
        </Labelled>
        <Labelled label="Input" hint="JSON, as an agent writes it.">
          <TextArea rows={6} value={input} onChange={(event) => setText(event.target.value)} spellCheck={false} />
        </Labelled>
        <details className="text-sm">
          <summary className="text-soft hover:text-ink">What it takes</summary>
          <Scroll label="What it takes" className="max-h-60 overflow-auto">
            <pre className="text-xs">{JSON.stringify(data.input, null, 2)}</pre>
          </Scroll>
        </details>
        <Button look="strong" icon="play" busy={run.busy} disabled={where.trim() === ''} onClick={() => void run.run()}>
          Run
        </Button>
        <ErrorNotice error={run.error} />
        {answer !== null && (
          <Scroll label="Answer" className="max-h-[50vh] overflow-auto rounded-md border border-line bg-sunken">
            <pre className="whitespace-pre-wrap break-words px-3 py-2 font-mono text-xs">{answer}</pre>
          </Scroll>
        )}
      </div>
    </Section>
  );
}
