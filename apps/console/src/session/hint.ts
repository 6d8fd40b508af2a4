import { canStore, PREFIX, readSetting, writeSetting } from '../state/settings.ts';

/** What the browser knows of its session, without the cookie, which no script can read. */
type Hint = 'none' | 'expired' | 'signedOut' | 'signedIn';

/**
 * Returns whether asking for the session is worth it: a request without one is rejected, and the
 * browser reports that as an error. A browser that keeps no settings has to ask.
 */
export function readHint(now: number): Hint {
  if (!canStore()) return 'signedIn';
  return hintOf(readSetting('session'), now);
}

/** @param expiresAt in ms of Unix time; infinite: when the key ends. */
export function writeHint(state: 'expired' | 'signedOut' | { readonly expiresAt: number }): void {
  writeSetting('session', typeof state === 'string' ? state : String(state.expiresAt));
}

/** Calls the listener when a session begins or ends in another tab; returns a function that ends that. */
export function onOtherTab(listener: (hint: Hint) => void): () => void {
  const hear = ({ key, newValue }: StorageEvent) => {
    if (key === `${PREFIX}session`) listener(hintOf(newValue ?? undefined, Date.now()));
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

function hintOf(kept: string | undefined, now: number): Hint {
  if (kept === undefined) return 'none';
  if (kept === 'expired' || kept === 'signedOut') return kept;
  return Number(kept) > now ? 'signedIn' : 'expired';
}
