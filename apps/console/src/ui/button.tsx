import type { JSX } from 'preact';

/** A button that does something itself: it submits no form. */
export function Button(props: JSX.IntrinsicElements['button']) {
  return <button type="button" {...props} />;
}
