import { Scroll } from '../scroll.tsx';
import { BOX_HEIGHT, placeFlowchart } from './place-flowchart.ts';
import { readFlowchart } from './read-flowchart.ts';

/** A Mermaid diagram, drawn where it is a flowchart, with its text below; only the text for other kinds. */
export function Diagram({ text }: { text: string }) {
  const read = readFlowchart(text);
  const source = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide ones scroll by key
    <pre tabIndex={0}>
      <code>{text}</code>
    </pre>
  );
  if (read === null) return source;
  const { width, height, boxes, arrows } = placeFlowchart(read);
  const told = read.arrows.map(({ from, to }) => `${labelOf(read, from)} to ${labelOf(read, to)}`).join(', ');
  return (
    <figure data-testid="diagram">
      <Scroll label="Diagram" className="overflow-x-auto">
        <svg
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`Diagram: ${told}`}
        >
          <defs>
            <marker id="diagram-tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
              <path d="M0,0 L8,4 L0,8 z" className="fill-current text-soft" />
            </marker>
          </defs>
          {arrows.map(({ path, label, dotted, x, y }) => (
            <g key={`${path} ${label}`} className="text-soft">
              <path
                d={path}
                className="fill-none stroke-current"
                strokeDasharray={dotted ? '4 4' : undefined}
                markerEnd="url(#diagram-tip)"
              />
              {label !== '' && (
                <text x={x} y={y} textAnchor="middle" className="fill-current text-xs">
                  {label}
                </text>
              )}
            </g>
          ))}
          {boxes.map(({ id, label, x, y, width: wide }) => (
            <g key={id}>
              <rect x={x} y={y} width={wide} height={BOX_HEIGHT} rx={6} className="fill-raised stroke-line-strong" />
              <text x={x + wide / 2} y={y + BOX_HEIGHT / 2 + 4} textAnchor="middle" className="fill-ink text-xs">
                {label}
              </text>
            </g>
          ))}
        </svg>
      </Scroll>
      <details className="text-xs">
        <summary className="text-soft">Its text</summary>
        {source}
      </details>
    </figure>
  );
}

const labelOf = ({ boxes }: { boxes: readonly { id: string; label: string }[] }, wanted: string): string =>
  boxes.find(({ id }) => id === wanted)?.label ?? wanted;
