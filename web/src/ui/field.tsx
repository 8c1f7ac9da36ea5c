import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';

export const FIELD =
  'rounded-md border border-line-strong bg-raised px-2.5 text-sm text-ink placeholder:text-faint focus-visible:outline-offset-0';

export const Input = (props: Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & { wide?: boolean }) => {
  const { wide = false, ...rest } = props;
  return <input {...rest} className={`h-8 ${FIELD} ${wide ? 'w-full' : ''}`} />;
};

export const TextArea = (props: Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>) => (
  <textarea {...props} className={`w-full py-1.5 leading-5 ${FIELD}`} />
);

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly hideLabel?: boolean;
  change(value: string): void;
}

export const Select = ({ label, value, options, change, hideLabel = false }: SelectProps) => (
  <label className="inline-flex max-w-full flex-wrap items-center gap-2 text-sm">
    <span className={hideLabel ? 'sr-only' : 'text-soft'}>{label}</span>
    <select value={value} onChange={(event) => change(event.target.value)} className={`h-8 max-w-full ${FIELD}`}>
      {options.map(([id, text]) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </select>
  </label>
);

export const Labelled = ({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
  <label className="block">
    <span className="mb-1 block text-sm font-medium">{label}</span>
    {children}
    {hint && <span className="mt-1 block text-xs text-faint">{hint}</span>}
  </label>
);
