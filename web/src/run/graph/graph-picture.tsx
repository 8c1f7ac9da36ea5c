import { type KeyboardEvent, type MouseEvent, memo } from 'react';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { TONE_TEXT } from '../../ui/status.tsx';
import type { NodeTone } from '../node-look.ts';
import type { PictureArrows, PictureBox, PictureData } from './picture-data.ts';

interface GraphPictureProps {
  readonly data: PictureData;
  readonly label: string;
  choose(act: string | null): void;
}

/**
 * A whole graph as one SVG: a shape and a name for each box, a path for all arrows of a kind. It needs no browser
 * layout, no measuring and no script, so it works for very large graphs and for exported files.
 */
export function GraphPicture({ data: { boxes, arrows, size, terse }, label, choose }: GraphPictureProps) {
  const chosenBy = (target: EventTarget): void => {
    const id = target instanceof Element ? target.closest('[data-node]')?.getAttribute('data-node') : null;
    const box = boxes.find((each) => each.id === id);
    if (box?.act) choose(box.isChosen ? null : box.act);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    chosenBy(event.target);
  };
  const shape = (box: PictureBox) => <BoxShape key={box.id} {...box} terse={terse} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a picture is no fieldset; the boxes inside are its buttons
    <svg
      viewBox={`-8 -8 ${size.width + 16} ${size.height + 16}`}
      className="block h-full w-full"
      aria-label={label}
      role="group"
      data-picture={boxes.length}
      onClick={(event: MouseEvent) => chosenBy(event.target)}
      onKeyDown={press}
    >
      {boxes.filter(({ isFrame }) => isFrame).map(shape)}
      {arrows.map((each) => (
        <Arrows key={each.way} {...each} />
      ))}
      {boxes.filter(({ isFrame }) => !isFrame).map(shape)}
    </svg>
  );
}

const STROKE: Readonly<Record<PictureArrows['way'], { readonly colour: string; readonly dash?: string }>> = {
  active: { colour: 'var(--run)' },
  taken: { colour: 'var(--faint)' },
  open: { colour: 'var(--line-strong)', dash: '5 4' },
  watches: { colour: 'var(--line-strong)', dash: '2 4' },
};

const Arrows = memo(function Arrows({ way, lines, heads }: PictureArrows) {
  const { colour, dash } = STROKE[way];
  return (
    <g>
      <path
        d={lines}
        fill="none"
        stroke={colour}
        strokeWidth={way === 'active' ? 2 : 1.4}
        {...(dash ? { strokeDasharray: dash } : {})}
      />
      <path d={heads} fill={colour} />
    </g>
  );
});

const FILL: Readonly<Record<NodeTone, string>> = {
  run: 'fill-run-soft',
  good: 'fill-good-soft',
  bad: 'fill-bad-soft',
  warn: 'fill-warn-soft',
  ask: 'fill-ask-soft',
  quiet: 'fill-raised',
};
const EDGE: Readonly<Record<NodeTone, string>> = {
  run: 'stroke-run',
  good: 'stroke-good',
  bad: 'stroke-bad',
  warn: 'stroke-warn',
  ask: 'stroke-ask',
  quiet: 'stroke-line-strong',
};

/** Compared member by member, so only changes are redrawn. */
const BoxShape = memo(function BoxShape(box: PictureBox & { terse: boolean }) {
  const { id, label, detail, look, act, isChosen, isFrame, terse, x, y, width, height } = box;
  return (
    <g
      transform={`translate(${x} ${y})`}
      data-node={id}
      {...(act ? { role: 'button', tabIndex: 0, 'aria-pressed': isChosen, 'aria-label': `${label}, ${detail}` } : {})}
      className={cx(
        'nodrag nopan outline-offset-2 outline-none focus-visible:outline-2 focus-visible:outline-accent',
        act && 'pointer-events-auto cursor-pointer',
      )}
    >
      <rect
        width={width}
        height={height}
        rx={isFrame ? 12 : 8}
        strokeWidth={isChosen ? 4 : look ? 1.5 : 1}
        className={cx(
          isFrame ? 'fill-sunken' : look ? FILL[look.tone] : 'fill-raised',
          isChosen ? 'stroke-accent' : look && !isFrame ? EDGE[look.tone] : 'stroke-line-strong',
        )}
        {...(look ? {} : { strokeDasharray: '4 4' })}
      />
      {terse || isFrame ? (
        <text
          x={10}
          y={isFrame ? 22 : height / 2 + 5}
          className={cx('text-base font-medium', look ? 'fill-ink' : 'fill-faint')}
        >
          {cut(label, 22)}
        </text>
      ) : (
        <Words {...box} />
      )}
    </g>
  );
});

const Words = ({ label, detail, kind, look, width, height }: PictureBox) => (
  <>
    <g transform={`translate(10 ${height / 2 - 18})`} className="text-faint">
      <Icon name={kind} size={14} />
    </g>
    <text x={30} y={height / 2 - 6} className={cx('text-sm font-medium', look ? 'fill-ink' : 'fill-faint')}>
      {cut(label, look ? 17 : 20)}
    </text>
    <text x={10} y={height / 2 + 14} className="fill-faint text-2xs tabular">
      {detail}
    </text>
    {look && (
      <g transform={`translate(${width - 24} ${height / 2 - 18})`} className={TONE_TEXT[look.tone]}>
        <Icon name={look.glyph} size={15} />
      </g>
    )}
  </>
);

/** SVG text does not truncate itself; the full text is in its label. */
const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
