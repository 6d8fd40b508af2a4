import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { Page } from '../pages/prices-page.tsx';
import { session } from '../session/session.ts';
import { market } from '../test/examples.ts';
import { LOST, type Received, Rejection, serve } from '../test/service.ts';
import { button, enter, rowsOf, textOf, visit } from '../test/visit.tsx';
import type { Gate } from './data.ts';

const PRICES = 'GET /api/v0/prices/spain';
const STATES = 'GET /api/v0/markets/';
const SESSIONS = ['MD', 'MID1', 'MID2', 'MID3'] as const;
const MARKETS = ['md_pdbc_spain', 'mid_pibc01_spain', 'mid_pibc02_spain', 'mid_pibc03_spain'];
const PREDICTION = {
  generated_at: '2026-11-23T08:00:00.000Z',
  origin: 'live',
  inputs_until: null,
  rows: [
    { datetime: '2026-11-24 00:15', price: '50.00', p10: '40.00', p90: '60.00' },
    { datetime: '2026-11-24 00:30', price: '-1.50', p10: null, p90: null },
  ],
};
const EVALUATION = {
  days: ['2026-11-20', '2026-11-21'],
  mae: 12.345,
  rmse: 15,
  bias: -0.5,
  rmae_persistence: 0.8,
  rmae_weekly: null,
  pinball: 1,
  coverage: { 50: 0.5, 80: 0.785, 90: null },
  by_hour: [],
  by_lead_days: [],
};
const REALISED = { rows: [{ datetime: '2026-11-23 00:15', price: '44.10' }] };

function gate(fields: Partial<Gate>): Gate {
  return {
    session: 'MD',
    market: 'md_pdbc_spain',
    day: '2026-11-24',
    closes_at: '2026-11-23T11:00:00.000Z',
    periods: 96,
    first_label: '',
    last_label: '',
    status: 'open',
    ...fields,
  };
}

/** One answer for all markets. */
const each = (what: string, answer: unknown) =>
  Object.fromEntries(MARKETS.map((market) => [`${PRICES}/${market}/${what}`, answer]));

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: Date.parse('2026-11-23T10:00Z'),
  });
});

function open(answers: Record<string, unknown> = {}) {
  const received = serve({
    ...each('prediction', PREDICTION),
    ...each('evaluation', EVALUATION),
    ...each('realised', REALISED),
    'GET /api/v0/markets/gates': [],
    [STATES]: SESSIONS.map((name) => market({ session: name })),
    ...answers,
  });
  return { received, user: visit(<Page />) };
}

describe('The errors of predictions', () => {
  it('Errors are shown for each session, with a dash for a missing figure', async () => {
    open({ [`${PRICES}/mid_pibc03_spain/evaluation`]: new Rejection(404) });
    const figures = ['12.35', '15.00', '-0.50', '0.80', '–', '78.5 %', '2'];
    expect(await rowsOf('Errors of the last 30 days (EUR/MWh)')).toEqual([
      ['MD', ...figures],
      ['MID1', ...figures],
      ['MID2', ...figures],
      ['MID3', '–', '–', '–', '–', '–', '–', '–'],
    ]);
  });

  it('Errors are said to be none yet, in place of zeros', async () => {
    setLanguage('es');
    open(each('evaluation', { ...EVALUATION, days: [], mae: null }));
    expect(await screen.findByText(/^Ninguno de los últimos 30 días/)).toBeTruthy();
  });

  it('Errors that cannot be loaded are reported, and can be asked for again', async () => {
    let answer: unknown = new Rejection(500, { error: 'It failed.' });
    const { user } = open({ [`${PRICES}/md_pdbc_spain/evaluation`]: () => answer });
    expect(await screen.findByText(/It failed\./)).toBeTruthy();
    answer = EVALUATION;
    await user.click(button('Try again'));
    expect((await rowsOf(/^Errors/))[0]?.[1]).toBe('12.35');
  });
});

describe('The gates', () => {
  it('Gates are counted down; one that has closed or is cancelled says so', async () => {
    open({
      'GET /api/v0/markets/gates': [
        gate({ session: 'MID1', closes_at: '2026-11-23T14:00:00.000Z' }),
        gate({}),
        gate({ session: 'MID2', closes_at: '2026-11-23T21:00:00.000Z', status: 'cancelled' }),
        gate({ session: 'MID3', closes_at: '2026-11-23T09:00:00.000Z', day: '2026-11-23' }),
        gate({ session: 'MID3', closes_at: '2026-11-22T09:00:00.000Z', day: '2026-11-22' }),
      ],
    });
    expect(await rowsOf('Gates')).toEqual([
      ['MID3', 'closed', 'Mon 23 Nov, 10:00', 'Mon 23 Nov'],
      ['MD', '1:00:00', 'Mon 23 Nov, 12:00', 'Tue 24 Nov'],
      ['MID1', '4:00:00', 'Mon 23 Nov, 15:00', 'Tue 24 Nov'],
      ['MID2', 'cancelled', 'Mon 23 Nov, 22:00', 'Tue 24 Nov'],
    ]);
    expect(textOf(document.querySelector('tr.chosen'))).toContain('MD');
  });

  it('Gates close while the page is open', async () => {
    vi.setSystemTime(Date.parse('2026-11-23T10:59:59Z'));
    open({ 'GET /api/v0/markets/gates': [gate({})] });
    expect((await rowsOf('Gates'))[0]?.[1]).toBe('0:00:01');
    // One loads the gates anew, the other counts down.
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(2), { timeout: 60_000 });
    vi.advanceTimersByTime(1_000);
    await vi.waitFor(async () => expect((await rowsOf('Gates'))[0]?.[1]).toBe('closed'), {
      timeout: 60_000,
    });
  });
});

describe('Two days of prices', () => {
  const NAME = /^Two days by time of day: MD\. /;

  it('Two days of prices are today and the same weekday before, and stand in the address once chosen', async () => {
    const noonOf = ({ what }: Received) => {
      const day = /from=([\d-]+)/.exec(what)?.[1] ?? '';
      return { days: [], rows: [{ datetime: `${day} 12:00`, price: '50.000' }] };
    };
    const { received, user } = open({ [`${PRICES}/md_pdbc_spain/realised`]: noonOf });
    await screen.findByRole('img', { name: NAME });
    const asked = (from: string) =>
      received.some(({ what }) => what.includes(`md_pdbc_spain/realised?from=${from}&to=${from}`));
    expect([asked('2026-11-23'), asked('2026-11-16')]).toEqual([true, true]);
    await enter(user, 'Beside it (broad line)', '2026-10-25');
    await waitFor(() => expect(asked('2026-10-25')).toBe(true));
    expect(location.hash).toContain('other=2026-10-25');
  });

  it('Two days of prices of which none are known are said to be unknown', async () => {
    open({
      [`${PRICES}/md_pdbc_spain/realised`]: { rows: [], days: [] },
      [`${PRICES}/md_pdbc_spain/prediction`]: new Rejection(404),
    });
    expect(await screen.findByText('No prices of these two days are known.')).toBeTruthy();
  });
});

describe('Realised prices', () => {
  const compared = () => screen.findByRole('button', { name: /^Realised/ });

  it('Realised prices are compared with the predictions before the gate of each of seven days', async () => {
    const { received } = open();
    await compared();
    const asked = received.filter(({ what }) => what.includes('as_of')).map(({ what }) => what);
    expect(asked).toHaveLength(7);
    expect(decodeURIComponent(asked[6] ?? '')).toContain('as_of=2026-11-16T11:00:00.000Z');
    expect(decodeURIComponent(asked[0] ?? '')).toContain('as_of=2026-11-22T11:00:00.000Z');
  });

  it('Realised prices are compared for the chosen session', async () => {
    const { received, user } = open();
    await compared();
    await user.selectOptions(screen.getByLabelText('Session'), 'MID3');
    const week = 'mid_pibc03_spain/realised?from=2026-11-17&to=2026-11-23';
    await waitFor(() => expect(received.filter(({ what }) => what.includes(week))).toHaveLength(1));
    const asked = () => received.filter(({ what }) => /mid_pibc03_spain.*as_of/.test(what));
    await waitFor(() => expect(asked()).toHaveLength(7));
    expect(decodeURIComponent(asked()[0]?.what ?? '')).toContain('as_of=2026-11-23T09:00:00.000Z');
  });

  it('Realised prices stand alone without predictions, and the page says so', async () => {
    open({
      [`${PRICES}/md_pdbc_spain/prediction`]: ({ what }: Received) =>
        what.includes('as_of') ? new Rejection(404) : PREDICTION,
    });
    expect(await screen.findByText(/^Nothing had been predicted of these days/)).toBeTruthy();
  });

  it.each([
    ['a failure of the service', new Rejection(500, { error: 'It failed.' })],
    ['a lost connection', LOST],
  ])('Realised prices are not said to have had no prediction after %s', async (_what, answer) => {
    open({
      [`${PRICES}/md_pdbc_spain/prediction`]: ({ what }: Received) =>
        what.includes('as_of') ? answer : PREDICTION,
    });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(screen.queryByText(/^Nothing had been predicted/)).toBeNull();
  });

  it('Realised prices are said to be unknown if there are none', async () => {
    open(each('realised', { rows: [] }));
    expect(await screen.findByText(/^No realised prices of these days/)).toBeTruthy();
  });
});

describe('A page of prices without permission', () => {
  const forbidden = { [STATES]: new Rejection(403) };

  it('The page says once that the key lacks the scope', async () => {
    session.set({ ...session.value, scopes: ['read'] } as never);
    open(forbidden);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(
      /^The key that you signed in with does not have the scope “Prices”/,
    );
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1));
    expect(screen.queryByText(/^Errors of/)).toBeNull();
  });

  it('The page names the command that grants the permission, whatever the customer’s name', async () => {
    session.set({ ...session.value, customer: "Ana's" });
    open(forbidden);
    expect((await screen.findByRole('alert')).textContent).toContain(
      String.raw`solano permission grant 'Ana'\''s' prices`,
    );
  });

  it('The page says that there is no prediction yet, and offers files of all sessions', async () => {
    const { received } = open({
      [STATES]: SESSIONS.map((name) => market({ session: name, newest_prediction_at: null })),
    });
    expect(await screen.findByText('No price prediction is available yet.')).toBeTruthy();
    // A browser reports each response of 404 as an error of the page.
    expect(received.filter(({ what }) => what.includes('prediction'))).toEqual([]);
    const links = screen.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => href);
    expect(links).toContain(
      'http://localhost:3000/api/v0/prices/spain/mid_pibc02_spain/realised?from=2026-10-24&to=2026-11-23&format=parquet',
    );
    expect(links.filter((href) => href.includes('format='))).toHaveLength(24);
    expect(screen.queryByRole('button', { name: 'CSV: Downloads' })).toBeNull();
  });
});
