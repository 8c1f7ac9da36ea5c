import { type ReactNode, useEffect, useRef } from 'react';

interface DialogProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly top?: boolean;
  close(): void;
}

/** A modal window: the browser keeps the focus inside and restores it. */
export function Dialog({ label, children, close, top = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it already; the click is on what is outside
    <dialog
      ref={element}
      aria-label={label}
      onClose={close}
      onCancel={close}
      onClick={(event) => event.target === element.current && close()}
      className={`m-auto w-[min(92vw,560px)] rounded-xl border border-line-strong bg-raised p-0 text-ink shadow-[var(--shadow)] backdrop:bg-black/35 ${top ? 'mt-[12vh]' : ''}`}
    >
      {children}
    </dialog>
  );
}
