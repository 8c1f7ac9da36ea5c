import { useId, useState } from 'react';
import type { KnownProject } from '#contracts/http/knowledge-routes.ts';
import { ROUTES } from '#contracts/http/routes.ts';
import { call } from '../../api/call.ts';
import { useAction } from '../../api/use-action.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { count, plural } from '../../lib/format.ts';
import { setQuery, usePlace } from '../../lib/router.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Select } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AroundSymbol } from './around-symbol.tsx';
import { FactReview } from './fact-review.tsx';
import { SearchKnown } from './search-known.tsx';

/** What is known about the projects on this machine, how trustworthy it is, and what a person has to decide. */
export default function KnowledgePage() {
  const { data, error, reload } = useAnswer(ROUTES.knownProjects, {});
  const { query } = usePlace();
  const projects = data?.projects ?? [];
  const chosen = projects.find(({ id }) => id === query.get('project')) ?? projects[0];
  return (
    <Page
      title="Knowledge"
      intro="What agents learn about a project: where it comes from, how far to trust it, whether it is still true."
      wide
    >
      <ErrorNotice error={error} />
      {data && !chosen && (
        <div className="card">
          <Empty icon="book" title="No project is indexed yet">
            Run <code className="font-mono text-xs">assay index</code> in the folder of one: it reads the code and the
            history of a project once, and afterwards only what changed.
          </Empty>
        </div>
      )}
      {chosen && <OneProject key={chosen.id} project={chosen} projects={projects} reload={reload} />}
    </Page>
  );
}

interface OneProjectProps {
  readonly project: KnownProject;
  readonly projects: readonly KnownProject[];
  reload(): void;
}

function OneProject({ project, projects, reload }: OneProjectProps) {
  const panel = useId();
  const { query } = usePlace();
  const view = query.get('view') === 'review' ? 'review' : 'search';
  const around = query.get('around');
  const [fresh, setFresh] = useState(0);
  const again = useAction(async () => {
    await call(ROUTES.readAgain, { params: { project: project.id }, body: {} });
    setFresh((times) => times + 1);
    reload();
  });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          label="Project"
          value={project.id}
          options={projects.map(({ id, root }) => [id, root])}
          change={(id) => setQuery({ project: id, around: null })}
        />
        <span className="text-xs text-soft tabular">
          {plural(project.files, 'file')}, {count(project.symbols)} functions and types
        </span>
        <Button icon="refresh" busy={again.busy} onClick={() => void again.run()}>
          {again.busy ? 'Reading …' : 'Read what changed'}
        </Button>
      </div>
      <ErrorNotice error={again.error} />
      <Tabs
        label="Knowledge"
        panel={panel}
        chosen={view}
        choose={(id) => setQuery({ view: id === 'review' ? id : null })}
        tabs={[
          { id: 'search', label: 'Search', icon: 'search' },
          { id: 'review', label: 'Waits for you', icon: 'inbox', count: project.waiting },
        ]}
      />
      <div id={panel} role="tabpanel" aria-label={view === 'review' ? 'Waits for you' : 'Search'} className="mt-4">
        {view === 'review' ? (
          <FactReview project={project.id} changed={reload} />
        ) : (
          <SearchKnown
            project={project.id}
            fresh={fresh}
            above={around !== null && <AroundSymbol project={project.id} name={around} fresh={fresh} />}
          />
        )}
      </div>
    </>
  );
}
