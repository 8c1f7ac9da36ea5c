import type { Json } from '#contracts/json.ts';

const OPEN_DEPTH = 2;
const MOST = 200;

/** A value with parts that open and close. All content is text. */
export const JsonView = ({ value }: { value: Json }) => (
  <div className="font-mono text-xs leading-[18px]">
    <Part value={value} depth={0} />
  </div>
);

function Part({ name, value, depth }: { name?: string; value: Json; depth: number }) {
  const label = name === undefined ? null : <span className="text-soft">{name}: </span>;
  if (value === null || typeof value !== 'object') {
    return (
      <div className="break-words">
        {label}
        <Leaf value={value} />
      </div>
    );
  }
  const isList = Array.isArray(value);
  const entries = Object.entries<Json>(value);
  const size = isList ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0) {
    return (
      <div>
        {label}
        <span className="text-faint">{isList ? '[]' : '{}'}</span>
      </div>
    );
  }
  return (
    <details open={depth < OPEN_DEPTH && entries.length <= 30}>
      <summary className="-ml-0.5 list-none before:mr-1 before:inline-block before:text-[9px] before:text-faint before:content-['▸'] [[open]>&]:before:content-['▾']">
        {label}
        <span className="text-faint">{size}</span>
      </summary>
      <div className="ml-1 border-l border-line pl-3">
        {entries.slice(0, MOST).map(([key, member]) => (
          <Part key={key} name={key} value={member} depth={depth + 1} />
        ))}
        {entries.length > MOST && <p className="text-faint">… {entries.length - MOST} more</p>}
      </div>
    </details>
  );
}

function Leaf({ value }: { value: string | number | boolean | null }) {
  if (typeof value === 'string') return <span className="whitespace-pre-wrap">{value}</span>;
  return <span className="text-accent">{String(value)}</span>;
}
