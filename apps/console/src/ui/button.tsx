import type { ComponentChildren, JSX } from 'preact';

/** A button with an action of its own: it submits no form. */
export function Button(props: JSX.IntrinsicElements['button']) {
  return <button type="button" {...props} />;
}

interface SubmitProps {
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** Submits the form around it. */
export function Submit(props: SubmitProps) {
  return <button type="submit" class="primary" {...props} />;
}
