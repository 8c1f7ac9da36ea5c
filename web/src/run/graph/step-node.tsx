import { Handle, type Node, type NodeProps, Position } from '@xyflow/react';
import { memo } from 'react';
import { labelOf, type NodeView } from '#contracts/run-view.ts';
import { duration } from '../../lib/format.ts';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { LookSign, TONE_FILL } from '../../ui/status.tsx';
import { foremost, lookOf } from '../node-look.ts';
import type { Box } from './graph-model.ts';

export type StepData = {
  readonly box: Box;
  readonly driven: boolean;
  readonly chosen: string | null;
  readonly choose: (act: string | null) => void;
};
export type StepFlowNode = Node<StepData, 'step' | 'frame'>;

const MOST_PIPS = 12;

const BORDER = {
  run: 'border-run',
  good: 'border-line-strong',
  bad: 'border-bad',
  warn: 'border-warn',
  ask: 'border-ask',
  quiet: 'border-line-strong',
} as const;

/** A step, its status, and a line or a mark for each of its activations. */
export const StepNode = memo(function StepNode({ data }: NodeProps<StepFlowNode>) {
  const { box, driven, chosen, choose } = data;
  const shown = box.activations.find(({ act }) => act === chosen) ?? foremost(box.activations);
  const look = shown && lookOf(foremost(box.activations) ?? shown, driven);
  const isChosen = box.activations.some(({ act }) => act === chosen);
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <div
        className={cx(
          'nodrag nopan pointer-events-auto flex h-full w-full flex-col rounded-lg border shadow-[0_1px_2px_oklch(0_0_0/0.05)]',
          box.lines === 0 && 'justify-center',
          look ? BORDER[look.tone] : 'border-dashed border-line-strong',
          look?.tone === 'run' ? 'bg-run-soft' : look?.tone === 'ask' ? 'bg-ask-soft' : 'bg-raised',
          isChosen && 'outline-2 outline-offset-2 outline-accent',
        )}
      >
        <button
          type="button"
          disabled={!shown}
          onClick={() => choose(isChosen ? null : (shown?.act ?? null))}
          aria-pressed={isChosen}
          data-node={box.id}
          className={cx('w-full rounded-md px-2.5 text-left', box.lines === 0 ? 'py-1' : 'h-[50px] shrink-0')}
        >
          <span className="flex w-full items-center gap-1.5">
            <Icon name={box.kind} size={14} className="text-faint" />
            <span
              className={cx(
                'line-clamp-2 min-w-0 flex-1 text-sm font-medium leading-[1.2]',
                look ? 'text-ink' : 'text-faint',
              )}
            >
              {box.label}
            </span>
            {look && <LookSign look={look} size={15} />}
          </span>
          {box.lines === 0 && <Below activations={box.activations} driven={driven} />}
        </button>
        {box.lines > 0 && <Lines {...data} />}
      </div>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </>
  );
});

/** The last activations, each selectable. */
function Lines({ box, driven, chosen, choose }: StepData) {
  const hidden = box.activations.length - box.lines;
  const shown = box.activations.slice(hidden > 0 ? hidden + 1 : 0);
  return (
    <ul className="border-t border-line">
      {hidden > 0 && <li className="h-6 px-2.5 text-2xs leading-6 text-faint">{hidden + 1} earlier</li>}
      {shown.map((activation) => {
        const { act, name, attempts, ms } = activation;
        return (
          <li key={act}>
            <button
              type="button"
              onClick={() => choose(act === chosen ? null : act)}
              aria-pressed={act === chosen}
              className={cx(
                'flex h-6 w-full items-center gap-1.5 px-2.5 text-left text-2xs',
                act === chosen ? 'bg-accent-soft' : 'hover:bg-hover',
              )}
            >
              <LookSign look={lookOf(activation, driven)} size={12} />
              <span className="min-w-0 flex-1 truncate">
                {name ?? activation.purpose ?? act.replace(/^.*#/, 'round ')}
              </span>
              {attempts > 1 && <span className="text-warn">×{attempts}</span>}
              <span className="text-faint tabular">{ms > 0 ? duration(ms) : ''}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Below({ activations, driven }: { activations: readonly NodeView[]; driven: boolean }) {
  const [only] = activations;
  if (!only) return <span className="block text-2xs text-faint">not reached</span>;
  if (activations.length === 1) {
    return (
      <span className="flex gap-2 text-2xs text-faint tabular">
        <span>{only.ms > 0 ? duration(only.ms) : lookOf(only, driven).label}</span>
        {only.attempts > 1 && <span className="text-warn">attempt {only.attempts}</span>}
      </span>
    );
  }
  return (
    <span className="flex h-4 items-center gap-[3px]">
      {activations.slice(-MOST_PIPS).map((activation) => {
        const look = lookOf(activation, driven);
        return (
          <span
            key={activation.act}
            title={`${labelOf(activation)}: ${look.label}`}
            className={cx('h-[7px] w-[9px] rounded-[2px]', TONE_FILL[look.tone], look.tone === 'quiet' && 'opacity-40')}
          />
        );
      })}
      {activations.length > MOST_PIPS && <span className="text-2xs text-faint">+{activations.length - MOST_PIPS}</span>}
    </span>
  );
}

/** A graph inside the graph: a frame around its steps. */
export const FrameNode = memo(function FrameNode({ data }: NodeProps<StepFlowNode>) {
  const { box, driven, chosen, choose } = data;
  const shown = foremost(box.activations);
  const look = shown && lookOf(shown, driven);
  const isChosen = box.activations.some(({ act }) => act === chosen);
  return (
    <div
      className={cx(
        'h-full w-full rounded-xl border bg-sunken/70',
        look?.tone === 'run' ? 'border-run' : 'border-line-strong',
        !look && 'border-dashed',
      )}
    >
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <button
        type="button"
        disabled={!shown}
        onClick={() => choose(isChosen ? null : (shown?.act ?? null))}
        aria-pressed={isChosen}
        data-node={box.id}
        className={cx(
          'nodrag nopan pointer-events-auto m-1.5 flex items-center gap-1.5 rounded-md px-1.5 py-1 text-sm font-medium',
          look ? 'text-ink' : 'text-faint',
          isChosen && 'outline-2 outline-accent',
        )}
      >
        <Icon name="graph" size={14} className="text-faint" />
        {box.label}
        {look && <LookSign look={look} size={15} />}
        {box.activations.length > 1 && <span className="text-2xs text-faint">×{box.activations.length}</span>}
      </button>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  );
});
