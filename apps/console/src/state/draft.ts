import { useState } from 'preact/hooks';
import { PREFIX } from './settings.ts';

const DRAFT = `${PREFIX}draft.`;
const OWNER = `${PREFIX}drafts-of`;
/** A browser keeps about 5 MB of a site; a longer draft lasts until the page is left. */
const MAX_CHARACTERS = 1_000_000;

/**
 * A state of a form that outlives a reload of the page in the same tab: what was typed, never a key
 * or a secret. `discard` is for what was sent or given up.
 *
 * @param initial returns what the form has at first, as JSON can say it.
 */
export function useDraft<T>(
  name: string,
  initial: () => T,
): readonly [value: T, set: (value: T) => void, discard: () => void] {
  const [value, setValue] = useState<T>(() => readDraft(name) ?? initial());
  const set = (next: T) => {
    writeDraft(name, next);
    setValue(next);
  };
  return [value, set, () => discardDraft(name)];
}

/** Forgets all drafts, unless they are those of a customer. */
export function forgetDrafts(customer = ''): void {
  try {
    if (customer !== '' && sessionStorage.getItem(OWNER) === customer) return;
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
    sessionStorage.setItem(OWNER, customer);
  } catch {
    // Storage is blocked: there are no drafts.
  }
}

function readDraft<T>(name: string): T | undefined {
  try {
    const kept = sessionStorage.getItem(DRAFT + name);
    return kept === null ? undefined : (JSON.parse(kept) as T);
  } catch {
    return undefined;
  }
}

function writeDraft(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    if (text.length > MAX_CHARACTERS) sessionStorage.removeItem(DRAFT + name);
    else sessionStorage.setItem(DRAFT + name, text);
  } catch {
    // Storage is blocked or full: the draft lasts until the page is left.
  }
}

function discardDraft(name: string): void {
  try {
    sessionStorage.removeItem(DRAFT + name);
  } catch {
    // Storage is blocked: there is no draft.
  }
}
