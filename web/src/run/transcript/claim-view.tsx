import { isJsonObject, type Json } from '#contracts/json.ts';
import { nameInWords } from '#contracts/stories/chapters.ts';
import { ValueView } from '../../ui/payload-view.tsx';

/** An agent's claim, one line per field; only nested values are shown as data. */
export function ClaimView({ claim }: { claim: Json }) {
  if (!isJsonObject(claim)) return <ValueView value={claim} />;
  return (
    <dl className="space-y-1">
      {Object.entries(claim).map(([name, value]) => (
        <div key={name}>
          <dt className="inline text-faint">{nameInWords(name.replaceAll('_', '-'))}: </dt>
          <dd className="inline break-words">{isWords(value) ? wordsOf(value) : <ValueView value={value} />}</dd>
        </div>
      ))}
    </dl>
  );
}

const isWords = (value: Json): value is string | number | boolean | null | [] =>
  value === null || typeof value !== 'object' || (Array.isArray(value) && value.length === 0);

const wordsOf = (value: string | number | boolean | null | []): string =>
  value === null || Array.isArray(value) ? 'none' : String(value);
