import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button.tsx';
import { common } from './texts.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** A field that can be filled in. */
const FIELD = ':is(input, select, textarea):not(:disabled)';

/**
 * A window over the page, with the focus on its first field; on its heading where it has none, so
 * that Enter deletes nothing. Escape closes it and the focus returns.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    const field = dialog.current?.querySelector<HTMLElement>(FIELD);
    (field ?? dialog.current?.querySelector('h2'))?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <div class="card-head">
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        <Button class="plain" onClick={() => dialog.current?.close()}>
          {common.close}
        </Button>
      </div>
      {children}
    </dialog>
  );
}
