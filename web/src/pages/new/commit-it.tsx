import { CopyButton } from '../../ui/copy-button.tsx';
import { Section } from '../../ui/page.tsx';
import type { WrittenSetup } from './init-form.tsx';

/** Agents work from what is committed, and only the person commits to their own repository. */
export const CommitIt = ({ written: { written, next, tests } }: { written: WrittenSetup }) => (
  <Section title="Commit it">
    <div className="card space-y-2 p-4 text-sm" data-testid="commit-it">
      <p className="text-soft">
        Written: {written.join(', ')}
        {tests && `; ${tests}`}. Agents work from what is committed, so commit it in your terminal:
      </p>
      <div className="flex items-start gap-2">
        <code className="min-w-0 flex-1 break-words rounded-md bg-sunken px-3 py-2 font-mono text-xs">{next}</code>
        <CopyButton text={() => next} label="Copy the command" />
      </div>
    </div>
  </Section>
);
