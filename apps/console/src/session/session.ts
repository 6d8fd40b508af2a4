import { ApiError } from '../api/api-error.ts';
import { clearCache } from '../api/cache.ts';
import { api, BASE, dataOf, type Schemas, send } from '../api/client.ts';
import { reportUnreachable } from '../api/connection.ts';
import { pauseQueries, resumeQueries } from '../api/query.ts';
import { forgetDrafts } from '../state/draft.ts';
import { forgetChoices } from '../state/last-choices.ts';
import { decodeSegment, replacePage } from '../state/router.ts';
import { Store } from '../state/store.ts';
import { notifyError } from '../ui/messages.tsx';
import { onOtherTab, readHint, writeHint } from './hint.ts';

/** The reason why nobody is signed in. */
export type Reason = 'none' | 'expired' | 'signedOut' | 'badKey' | 'badCode' | 'throttled';

/**
 * Who is signed in. After a lost session the page of its customer stays, hidden, with what was
 * typed, until somebody signs in again.
 */
export type Session =
  | { readonly state: 'unknown'; readonly customer?: string | undefined }
  | { readonly state: 'out'; readonly reason: Reason; readonly customer?: string | undefined }
  | {
      readonly state: 'in';
      readonly customer: string;
      readonly label: string;
      readonly scopes: Schemas['Session']['scopes'];
      /** Undefined: the release before does not say. */
      readonly permissions?: Schemas['Session']['permissions'];
      readonly expiresAt: number;
    };

export const session = new Store<Session>({ state: 'unknown' });

/** The longest timer of a browser, in ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Pause before the session is asked for again where the service names none, in seconds. */
const THROTTLED_S = 10;
let expiry: ReturnType<typeof setTimeout> | undefined;
let code: string | undefined;

/**
 * Removes the code of a sign-in link from the address, so that it stays in no history; the page
 * that was open is kept.
 */
export function takeCode(event?: HashChangeEvent): void {
  const found = /^#code=([^&]+)/.exec(location.hash)?.[1];
  if (found === undefined) return;
  code = decodeSegment(found);
  history.replaceState(null, '', (event && new URL(event.oldURL).hash) || '#/');
  session.set({ state: 'unknown', customer: session.value.customer });
}

/** Follows the other tabs of the browser, which have the same session. */
export function followOtherTabs(): () => void {
  return onOtherTab((hint) => {
    const { state } = session.value;
    // Also while somebody is signed in: a link may have signed in another customer, whose cookie this tab now sends.
    if (hint === 'signedIn' && state !== 'unknown') void readSession();
    if (hint === 'expired' && state === 'in') end(hint);
    // Also of a lost session, whose page has what was typed.
    if (hint === 'signedOut' && state !== 'unknown') end(hint);
  });
}

let reading: Promise<void> | undefined;

/** Finds out who is signed in; a code in the address is used first. */
export function readSession(): Promise<void> {
  reading ??= askForSession().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function askForSession(): Promise<void> {
  const taken = code;
  code = undefined;
  const hint = readHint(Date.now());
  // Somebody has signed out in another tab while this one was not loaded.
  if (hint === 'signedOut') forgetDrafts();
  if (taken === undefined && hint !== 'signedIn') return end(hint === 'expired' ? hint : 'none');
  try {
    if (taken !== undefined) await startSession({ code: taken });
    else await loadSession();
  } catch (error) {
    const reason = reasonOf(error, taken === undefined ? 'expired' : 'badCode');
    if (reason) return end(reason);
    // The service is not available: the page asks again when it is.
    code = taken;
    reportUnreachable();
  }
}

/** Returns the reason of a rejected sign-in; undefined if the service could not check it. */
function reasonOf(error: unknown, invalid: Reason): Reason | undefined {
  if (!(error instanceof ApiError) || error.status >= 500) return undefined;
  return error.status === 429 ? 'throttled' : invalid;
}

/** Signs in with a key, which is sent once and not stored. */
export async function signInWithKey(key: string): Promise<void> {
  try {
    await startSession({ key });
  } catch (error) {
    const reason = reasonOf(error, 'badKey');
    if (reason) end(reason);
    else notifyError(error);
  }
}

async function startSession({ key, code }: { key?: string; code?: string }): Promise<void> {
  const signIn = new Request(`${BASE}/api/v0/session`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key !== undefined && { Authorization: `Bearer ${key.trim()}` }),
    },
    body: JSON.stringify(code === undefined ? {} : { code }),
  });
  const response = await send(signIn);
  if (!response.ok)
    throw new ApiError(response.status, await response.json().catch(() => ''), response.headers);
  await loadSession();
}

async function loadSession(): Promise<void> {
  const { customer, label, scopes, permissions, expires_at } = await currentSession();
  const before = session.value.customer;
  if (before !== customer) forgetDrafts(customer);
  forgetChoices(customer);
  // The address names what is the other customer's.
  if (before !== undefined && before !== customer) replacePage([]);
  clearCache();
  const expiresAt = Date.parse(expires_at ?? '') || Number.POSITIVE_INFINITY;
  clearTimeout(expiry);
  const left = Math.min(expiresAt - Date.now(), MAX_TIMER_MS);
  expiry = setTimeout(() => void checkSession(), left);
  writeHint({ expiresAt });
  session.set({ state: 'in', customer, label: label ?? '', scopes, permissions, expiresAt });
  resumeQueries();
}

/** The session is there even if its customer has sent too much: it is asked for until it is known. */
async function currentSession(): Promise<Schemas['Session']> {
  try {
    return await dataOf(api.GET('/api/v0/session'));
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) throw error;
    const seconds = error.retryAfter ?? THROTTLED_S;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    return currentSession();
  }
}

let isChecking = false;

/** Checks after a rejection whether the session is still valid; otherwise the page asks to sign in. */
export async function checkSession(): Promise<void> {
  if (isChecking || session.value.state !== 'in') return;
  isChecking = true;
  try {
    await dataOf(api.GET('/api/v0/session'));
  } catch (error) {
    // An unavailable service does not mean that the session has ended.
    if (error instanceof ApiError && error.status === 401) end('expired');
  } finally {
    isChecking = false;
  }
}

/** Ends the session; where the service cannot, it goes on, and the page says so. */
export async function signOut(): Promise<void> {
  // A request that came after the end would be rejected.
  pauseQueries();
  try {
    await dataOf(api.DELETE('/api/v0/session'));
    end('signedOut');
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return end('signedOut');
    resumeQueries();
    notifyError(error);
  }
}

function end(reason: Reason): void {
  clearTimeout(expiry);
  pauseQueries();
  clearCache();
  if (reason === 'expired' || reason === 'signedOut') writeHint(reason);
  if (reason === 'signedOut') {
    forgetDrafts();
    replacePage([]);
  }
  const customer = reason === 'signedOut' ? undefined : session.value.customer;
  session.set({ state: 'out', reason, customer });
}
