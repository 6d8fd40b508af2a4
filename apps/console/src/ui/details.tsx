import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Content that is made when its title is chosen: a table fits itself to the room that it has then. */
export function Details({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}
