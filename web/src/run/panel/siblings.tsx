import type { NodeView } from '#contracts/run-view.ts';
import type { Chapter } from '#contracts/stories/chapters.ts';
import { stepName } from '#contracts/stories/step-name.ts';
import { cx } from '../../ui/cx.ts';
import { LookSign } from '../../ui/status.tsx';
import { lookOf } from '../node-look.ts';

interface SiblingsProps {
  readonly nodes: readonly NodeView[];
  readonly chosen: string;
  readonly driven: boolean;
  readonly chapters: readonly Chapter[] | null;
  choose(act: string): void;
}

/** The other activations of the same step. */
export const Siblings = ({ nodes, chosen, driven, chapters, choose }: SiblingsProps) =>
  nodes.length < 2 ? null : (
    <ul className="flex max-h-28 flex-wrap gap-1 overflow-y-auto" aria-label="Activations of this step">
      {nodes.map((node) => (
        <li key={node.act}>
          <button
            type="button"
            aria-pressed={node.act === chosen}
            onClick={() => choose(node.act)}
            className={cx(
              'inline-flex h-6 max-w-[170px] items-center gap-1 rounded-md border px-1.5 text-xs',
              node.act === chosen ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
            )}
          >
            <LookSign look={lookOf(node, driven)} size={13} />
            <span className="truncate">{node.name ?? stepName(node, chapters)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
