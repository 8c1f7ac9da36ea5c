import type { Precondition } from '#contracts/http/work-routes.ts';
import { Icon } from '../../ui/icon.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { WithCode } from '../../ui/with-code.tsx';

/** The checks before the start, as `assay run` shows them: everything missing at once, each with a next step. */
export function PreconditionList({ looked }: { looked: readonly Precondition[] }) {
  const missing = looked.filter(({ ok }) => !ok);
  return (
    <section aria-label="Checks before the start" data-testid="looked" className="space-y-2 text-sm">
      {missing.length > 0 && (
        <p role="alert" className="font-medium text-bad">
          Nothing was started. Fix first: {missing.map(({ name }) => name).join(', ')}.
        </p>
      )}
      <ul className="space-y-1.5">
        {looked.map(({ name, ok, seen, next, output, warning }) => (
          <li key={name} className="flex gap-2">
            <span className={ok ? 'text-good' : 'text-bad'}>
              <Icon name={ok ? 'check' : 'cross'} size={16} />
              <span className="sr-only">{ok ? 'There:' : 'Missing:'}</span>
            </span>
            <div className="min-w-0 break-words">
              <span className="font-medium">{name}</span> <span className="text-soft">{seen}</span>
              {output && (
                <Scroll label={`What ${name} printed`} className="mt-1 max-h-40 rounded bg-sunken p-2">
                  <pre className="font-mono text-xs">{output}</pre>
                </Scroll>
              )}
              {next && (
                <p className="text-soft">
                  Next: <WithCode text={next} />
                </p>
              )}
              {warning && <p className="text-warn">{warning}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
