import type { ComponentChildren, JSX } from 'preact';

/** A button that does something itself: it submits no form. */
export function Button(props: JSX.IntrinsicElements['button']) {
  return <button type="button" {...props} />;
}

interface SubmitProps {
  readonly disabled?: boolean;
  readonly children: ComponentChildren;
}

/** Submits the form that it is in. */
export function Submit(props: SubmitProps) {
  return <button type="submit" class="primary" {...props} />;
}
