import { useEffect } from 'preact/hooks';
import { PREFIX } from './settings.ts';
import { Store } from './store.ts';

const NOTE = `${PREFIX}unfinished`;

/** What was being sent when this tab was reloaded or closed before, in words. */
export const unfinished = new Store<string | undefined>(readNote());

/**
 * While something is being sent: the browser asks before the page is left, and a page that is
 * loaded nevertheless says what was.
 *
 * @param what is being sent; undefined: nothing.
 */
export function useUnfinished(what: string | undefined): void {
  useEffect(() => {
    if (what === undefined) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    writeNote(what);
    return () => {
      removeEventListener('beforeunload', ask);
      writeNote(undefined);
    };
  }, [what]);
}

function readNote(): string | undefined {
  try {
    const note = sessionStorage.getItem(NOTE) ?? undefined;
    writeNote(undefined);
    return note;
  } catch {
    return undefined;
  }
}

function writeNote(what: string | undefined): void {
  try {
    if (what === undefined) sessionStorage.removeItem(NOTE);
    else sessionStorage.setItem(NOTE, what);
  } catch {
    // Storage is blocked: the browser asks before the page is left all the same.
  }
}
