import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Whether what had the focus is gone or disabled: the next key press would begin at the top of the page. */
function isFocusLost(): boolean {
  const { activeElement: element } = document;
  return !element || element === document.body || element.matches(':disabled');
}

/**
 * Takes the focus where a change of the page has lost it.
 *
 * @param change what has changed when it is another one than before.
 * @param selector of the element in `place` that gets the focus; the first that is there.
 */
export function useLostFocus(
  change: unknown,
  place: RefObject<HTMLElement | null>,
  ...selectors: readonly string[]
): void {
  const before = useRef(change);
  useLayoutEffect(() => {
    if (before.current === change) return;
    before.current = change;
    const found = selectors.map((each) => place.current?.querySelector<HTMLElement>(each));
    if (isFocusLost()) found.find((each) => each)?.focus();
  }, [change]);
}
