import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { invalidate } from '../api/cache.ts';
import { setOnRejected } from '../api/client.ts';
import { connection } from '../api/connection.ts';
import { App } from '../app/app.tsx';
import { chooseDesk } from '../desk/desk.tsx';
import { goTo } from '../state/router.ts';
import { arrived, LOST, Rejection, serve } from '../test/service.ts';
import { button, enter, fieldValue, reported, textOf, visit } from '../test/visit.tsx';
import { writeHint } from './hint.ts';
import { checkSession, followOtherTabs, session, takeCode } from './session.ts';

const SESSION = '/api/v0/session';
const SIGNED_IN = { customer: 'Ana', label: 'desk', scopes: ['prices'], expires_at: null };

beforeEach(() => {
  session.set({ state: 'unknown' });
  history.replaceState(null, '', '#/none');
});

/** The service knows the session from the first sign-in on. */
function open(answers: Record<string, unknown> = {}) {
  const received = serve({
    [`GET ${SESSION}`]: () =>
      received.some(({ what }) => what === `POST ${SESSION}`) ? SIGNED_IN : new Rejection(401),
    [`POST ${SESSION}`]: new Response(null, { status: 204 }),
    [`DELETE ${SESSION}`]: new Response(null, { status: 204 }),
    'GET /healthz': {},
    ...answers,
  });
  return { received, user: visit(<App />) };
}

const whats = (received: readonly { what: string }[]) => received.map(({ what }) => what);
const header = () => textOf(document.querySelector('header'));
const notice = () => textOf(document.querySelector('main .notice'));

describe('A key', () => {
  it('A key signs in, is sent once without spaces around it, and stays nowhere in the browser', async () => {
    const { received, user } = open();
    await enter(user, 'API key', '  sol_a_b ');
    await user.click(button('Sign in'));
    await waitFor(() => expect(header()).toContain('Ana · desk'));
    const sent = received.filter(({ what }) => what === `POST ${SESSION}`);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer sol_a_b']);
    expect(sent[0]?.body).toEqual({});
    expect(document.body.innerHTML).not.toContain('sol_a_b');
    const names = Array.from({ length: localStorage.length }, (_, index) =>
      localStorage.key(index),
    );
    expect(names.map((name) => localStorage.getItem(name ?? '')).join()).not.toContain('sol_a_b');
  });

  it.each([
    [401, 'This key is not valid: it is unknown, has expired or was revoked.'],
    [403, 'This key is not valid: it is unknown, has expired or was revoked.'],
    [429, 'Too many attempts: wait a minute.'],
  ])('A key that is rejected with %i says why', async (status, text) => {
    const { user } = open({ [`POST ${SESSION}`]: new Rejection(status) });
    await enter(user, 'API key', 'sol_x');
    await user.click(button('Sign in'));
    await waitFor(() => expect(notice()).toBe(text));
  });

  it.each([
    [
      'a failure of the service',
      new Rejection(503, { detail: 'The disk is full.' }),
      'The service is busy or stopping: try again in a moment. The disk is full.',
    ],
    ['a lost connection', LOST, /^There is no connection to the service\./],
  ])('A key is not called wrong after %s', async (_what, answer, text) => {
    const { user } = open({ [`POST ${SESSION}`]: answer });
    await enter(user, 'API key', 'sol_x');
    await user.click(button('Sign in'));
    await reported(text);
    expect(notice()).toBe('');
  });
});

describe('A sign-in link', () => {
  const follow = (code: string) => {
    history.replaceState(null, '', `#code=${code}`);
    takeCode();
  };

  it('A sign-in link signs in by its code, which stays in no address', async () => {
    follow('a%2Fb');
    expect(location.hash).toBe('#/');
    const { received } = open();
    await waitFor(() => expect(header()).toContain('Ana'));
    expect(received[0]).toMatchObject({ what: `POST ${SESSION}`, body: { code: 'a/b' } });
  });

  it('A sign-in link with a badly encoded code is rejected by the service, not by the page', async () => {
    follow('%zz');
    const { received } = open({ [`POST ${SESSION}`]: new Rejection(401) });
    await waitFor(() => expect(notice()).toMatch(/^This sign-in link was used already/));
    expect(received[0]?.body).toEqual({ code: '%zz' });
  });

  it('A sign-in link stays valid while the service is not available, and signs in afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    follow('abc');
    const answers = [new Rejection(503), new Response(null, { status: 204 })];
    const { received } = open({ [`POST ${SESSION}`]: () => answers.shift() });
    await waitFor(() => expect(connection.value).toBe('unreachable'));
    expect(textOf(document.querySelector('.banner'))).toMatch(/^The service does not answer/);
    vi.advanceTimersToNextTimer();
    vi.useRealTimers();
    await waitFor(() => expect(header()).toContain('Ana'));
    expect(
      received.filter(({ what }) => what === `POST ${SESSION}`).map(({ body }) => body),
    ).toEqual([{ code: 'abc' }, { code: 'abc' }]);
  });
});

describe('A session', () => {
  async function signedIn(answers: Record<string, unknown> = {}) {
    writeHint({ expiresAt: Number.POSITIVE_INFINITY });
    const opened = open({ [`GET ${SESSION}`]: SIGNED_IN, ...answers });
    await waitFor(() => expect(header()).toContain('Ana · desk'));
    return opened;
  }

  it('An existing session needs no key', async () => {
    const { received } = await signedIn();
    expect(whats(received)).toEqual([`GET ${SESSION}`]);
    expect(screen.queryByLabelText('API key')).toBeNull();
  });

  it('A session ends by signing out', async () => {
    const { user } = await signedIn();
    await user.click(button('Sign out'));
    await waitFor(() => expect(notice()).toBe('You are signed out.'));
  });

  it('A session that ends sends no requests of data any more, and does so again if it cannot end', async () => {
    let whatIsSent: readonly string[] = [];
    let asked = 0;
    history.replaceState(null, '', '#/keys');
    const { received, user } = await signedIn({
      [`GET ${SESSION}`]: { ...SIGNED_IN, scopes: ['keys'] },
      'GET /api/v0/keys': [],
      [`DELETE ${SESSION}`]: async () => {
        asked = received.length;
        invalidate('');
        await new Promise((resolve) => setTimeout(resolve));
        whatIsSent = whats(received).slice(asked);
        return new Rejection(403);
      },
    });
    await waitFor(() => expect(whats(received)).toContain('GET /api/v0/keys'));
    await user.click(button('Sign out'));
    await reported(/permission/);
    expect(whatIsSent).toEqual([]);
    await waitFor(() => expect(received.length).toBeGreaterThan(asked));
  });

  it('A session is over if the service does not know it at signing out', async () => {
    const { user } = await signedIn({ [`DELETE ${SESSION}`]: new Rejection(401) });
    await user.click(button('Sign out'));
    await waitFor(() => expect(notice()).toBe('You are signed out.'));
  });

  it.each([
    [500, { error: 'It failed.' }, /^The service failed\. Try again; .* It failed\.$/],
    [
      403,
      { detail: 'The header is missing.' },
      /permission for this\. .* The header is missing\.$/,
    ],
  ])(
    'A session continues if the service answers its end with %i, and the page says so',
    async (status, body, text) => {
      const { user } = await signedIn({ [`DELETE ${SESSION}`]: new Rejection(status, body) });
      await user.click(button('Sign out'));
      await reported(text);
      expect(header()).toContain('Ana · desk');
    },
  );

  it('A session continues if the connection is lost at signing out', async () => {
    const { user } = await signedIn({ [`DELETE ${SESSION}`]: LOST });
    await user.click(button('Sign out'));
    await reported(/^There is no connection to the service\./);
    expect(header()).toContain('Ana · desk');
  });

  it('A session is checked after a rejection, and has ended only after a 401', async () => {
    const answers: unknown[] = [SIGNED_IN, SIGNED_IN, new Rejection(403), new Rejection(401)];
    writeHint({ expiresAt: Number.POSITIVE_INFINITY });
    open({ [`GET ${SESSION}`]: () => answers.shift() });
    await waitFor(() => expect(header()).toContain('Ana'));
    for (const _still of ['there', 'forbidden']) {
      await checkSession();
      expect(session.value.state).toBe('in');
    }
    await checkSession();
    await waitFor(() => expect(notice()).toMatch(/^Your session has ended: sign in again\./));
  });

  it('A session is checked once if many requests are rejected at once', async () => {
    const { received } = await signedIn();
    await Promise.all([checkSession(), checkSession(), checkSession()]);
    expect(whats(received)).toEqual([`GET ${SESSION}`, `GET ${SESSION}`]);
  });

  it('A session whose customer has sent too much is asked for again, and not given up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const throttled = () => new Response('{}', { status: 429, headers: { 'Retry-After': '7' } });
    const answers: unknown[] = [throttled(), throttled(), SIGNED_IN];
    writeHint({ expiresAt: Date.now() + 3_600_000 });
    open({ [`GET ${SESSION}`]: () => answers.shift() });
    await vi.waitUntil(() => answers.length === 2);
    await vi.advanceTimersByTimeAsync(6_900);
    expect([session.value.state, answers.length]).toEqual(['unknown', 2]);
    expect(notice()).toBe('');
    await vi.advanceTimersByTimeAsync(100);
    await vi.waitUntil(() => answers.length === 1);
    await vi.advanceTimersByTimeAsync(7_000);
    await waitFor(() => expect(session.value.state).toBe('in'));
  });

  it('A session is checked at its expiry', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: 0 });
    const answers: unknown[] = [
      { ...SIGNED_IN, expires_at: '1970-01-01T01:00:00.000Z' },
      new Rejection(401),
    ];
    writeHint({ expiresAt: 3_600_000 });
    open({ [`GET ${SESSION}`]: () => answers.shift() });
    await waitFor(() => expect(session.value.state).toBe('in'));
    await vi.advanceTimersByTimeAsync(3_599_000);
    expect(session.value.state).toBe('in');
    await vi.advanceTimersByTimeAsync(1_000);
    await waitFor(() => expect(session.value).toMatchObject({ state: 'out', reason: 'expired' }));
  });

  it('A session is offered the pages of its scopes', async () => {
    await signedIn();
    const pages = () => textOf(document.querySelector('nav'));
    expect(pages()).toContain('Strategies');
    expect(pages()).not.toContain('Service');
    session.set({ ...session.value, scopes: ['operator'] } as never);
    await waitFor(() => expect(pages()).toContain('Service'));
  });

  it('A rejected request of a session asks to sign in again', async () => {
    setOnRejected(() => void checkSession());
    const answers: unknown[] = [{ ...SIGNED_IN, scopes: ['keys'] }, new Rejection(401)];
    history.replaceState(null, '', '#/keys');
    writeHint({ expiresAt: Number.POSITIVE_INFINITY });
    open({ [`GET ${SESSION}`]: () => answers.shift(), 'GET /api/v0/keys': new Rejection(401) });
    await waitFor(() => expect(notice()).toMatch(/^Your session has ended: sign in again\./));
    setOnRejected(() => {});
  });

  it('A session that the browser has no hint of is not asked for: that would be an error of the page', async () => {
    const { received } = open();
    await screen.findByLabelText('API key');
    expect(received).toEqual([]);
    expect(notice()).toBe('');
  });

  it('A tab that was not loaded when another one signed out forgets what was typed in it', async () => {
    sessionStorage.setItem('solano.draft.note', '"typed"');
    writeHint('signedOut');
    open();
    await screen.findByLabelText('API key');
    expect(sessionStorage.getItem('solano.draft.note')).toBeNull();
  });

  it.each(['expired', { expiresAt: 1 }] as const)(
    'A session that has ended is not asked for, and the page says so (%j)',
    async (hint) => {
      writeHint(hint);
      const { received } = open();
      await waitFor(() => expect(notice()).toMatch(/^Your session has ended/));
      expect(received).toEqual([]);
    },
  );

  it('A session is asked for by a browser that keeps no settings', async () => {
    vi.stubGlobal('localStorage', undefined);
    const { received } = open({ [`GET ${SESSION}`]: SIGNED_IN });
    await waitFor(() => expect(header()).toContain('Ana'));
    expect(whats(received)).toEqual([`GET ${SESSION}`]);
    vi.unstubAllGlobals();
  });
});

/** The session of another tab has changed. */
function hear(newValue: string): void {
  dispatchEvent(new StorageEvent('storage', { key: 'solano.session', newValue }));
}

describe('Another tab', () => {
  it('Another tab that signs in signs this one in, as another customer too, and one that signs out ends its session', async () => {
    const unfollow = followOtherTabs();
    const known: { session: unknown } = { session: SIGNED_IN };
    open({ [`GET ${SESSION}`]: () => known.session });
    await screen.findByLabelText('API key');
    writeHint({ expiresAt: Number.POSITIVE_INFINITY });
    hear('Infinity');
    await waitFor(() => expect(header()).toContain('Ana'));
    known.session = { ...SIGNED_IN, customer: 'Bea' };
    hear('Infinity');
    await waitFor(() => expect(header()).toContain('Bea'));
    hear('signedOut');
    await waitFor(() => expect(notice()).toBe('You are signed out.'));
    unfollow();
  });
});

describe('A lost session', () => {
  const ADDRESS = '#/purchases/new';
  const CELLS = 'Cells: datetime and MW';

  /** A session that the service no longer knows when a purchase has been typed. */
  async function lose() {
    history.replaceState(null, '', ADDRESS);
    writeHint({ expiresAt: Number.POSITIVE_INFINITY });
    const known: { session: unknown } = { session: SIGNED_IN };
    const { user, received } = open({ [`GET ${SESSION}`]: () => known.session });
    await enter(user, CELLS, 'datetime;purchase');
    known.session = new Rejection(401);
    await checkSession();
    await screen.findByLabelText('API key');
    return {
      received,
      signIn: async (customer: string) => {
        known.session = { ...SIGNED_IN, customer };
        await enter(user, 'API key', 'sol_a_b');
        await user.click(button('Sign in'));
        await waitFor(() => expect(screen.queryByLabelText('API key')).toBeNull());
      },
    };
  }

  it('A lost session leads back to its page, with what was typed there', async () => {
    const { signIn } = await lose();
    expect(notice()).toMatch(/What you typed stays\.$/);
    expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true);
    await signIn('Ana');
    expect(location.hash).toBe(ADDRESS);
    expect(fieldValue(CELLS)).toBe('datetime;purchase');
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('sol_a_b');
  });

  it('A lost session leaves nothing that was typed to another customer', async () => {
    const { signIn } = await lose();
    await signIn('Bea');
    goTo(['purchases', 'new']);
    await screen.findByLabelText(CELLS);
    expect(fieldValue(CELLS)).toBe('');
  });

  it('A lost session leaves nothing that was typed when another tab signs out', async () => {
    const unfollow = followOtherTabs();
    const { signIn } = await lose();
    hear('signedOut');
    await waitFor(() => expect(notice()).toBe('You are signed out.'));
    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('datetime;purchase');
    await signIn('Ana');
    goTo(['purchases', 'new']);
    await screen.findByLabelText(CELLS);
    expect(fieldValue(CELLS)).toBe('');
    unfollow();
  });

  it('A lost session leaves no user, retailer or address to another customer', async () => {
    const { signIn, received } = await lose();
    history.replaceState(null, '', `${ADDRESS}?user=secret&retailer_id=acme`);
    chooseDesk({ user: 'secret', retailer: 'acme' });
    const before = received.length;
    await signIn('Bea');
    await arrived();
    expect(location.hash).not.toContain('secret');
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain('secret');
    expect(whats(received).slice(before).join()).not.toContain('secret');
  });

  it('A lost session asks for no data of its hidden page', async () => {
    const { received } = await lose();
    const before = received.length;
    invalidate('');
    connection.set('unreachable');
    connection.set('reachable');
    await arrived();
    expect(whats(received).slice(before)).toEqual(['GET /api/v0/forecasts/latest/']);
  });

  it('A lost session returns by a sign-in link to the page that was open', async () => {
    await lose();
    const oldURL = location.href;
    history.replaceState(null, '', '#code=abc');
    takeCode({ oldURL } as HashChangeEvent);
    expect(location.hash).toBe(ADDRESS);
  });
});
