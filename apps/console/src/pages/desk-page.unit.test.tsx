import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../session/session.ts';
import {
  delivered,
  deviation,
  deviationRow,
  evaluated,
  evaluation,
  listed,
  market,
  scoreSummary,
} from '../test/examples.ts';
import { type Received, Rejection, serve } from '../test/service.ts';
import { button, rowsOf, textOf, visit } from '../test/visit.tsx';
import { Page as Desk } from './desk-page.tsx';

const NOW = Date.parse('2026-11-24T10:00Z');
const ANA = { user: 'ana', retailer_id: 'acme' };
const PURCHASE = '/api/v0/user/ana/purchase';
const CONSUMPTION = 'GET /api/v0/user/ana/consumption/';
const DEVIATION = 'GET /api/v0/user/ana/deviation';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

/** A purchase with delivery on some days. */
function purchase(
  id: string,
  [first, last]: readonly [string, string],
  decision: ReturnType<typeof listed>['decision'] = null,
) {
  const model = { idmodel: 1, mwh: 36, expected_cost: '1234.50', saved: '0.00', realised: null };
  return listed({
    id,
    decision,
    evaluation: {
      first_day: first,
      last_day: last,
      counted_idmodel: null,
      constant_rules: [],
      best_constant_rule: null,
      models: [model],
    },
  });
}

function decision(too_late?: string[]) {
  return {
    idmodel: 3,
    note: '',
    decided_at: '2026-11-23T12:00:00.000Z',
    decided_by: 'key desk',
    ...(too_late && { too_late }),
  } as ReturnType<typeof listed>['decision'];
}

/** Hours of a group from 00:00 of a Madrid day on. */
function hours(day: string, count: number, mw: number, group = '') {
  const start = Date.parse(`${day}T00:00+01:00`);
  const iso = (hour: number) => new Date(start + hour * 3_600_000).toISOString();
  return Array.from({ length: count }, (_, hour) => ({
    group,
    start_utc: iso(hour),
    end_utc: iso(hour + 1),
    datetime: '',
    mw,
  }));
}

const DAY = ['2026-11-25', '2026-11-25'] as const;

function open(answers: Record<string, unknown> = {}) {
  const received = serve({
    'GET /api/v0/purchases/parties': [ANA],
    'GET /api/v0/consumption/portfolios': [ANA],
    'GET /api/v0/markets/gates': [],
    'GET /api/v0/user/ana/purchases': { purchases: [], next_cursor: null },
    'GET /api/v0/user/ana/purchases/summary': {
      purchases: 0,
      evaluated: 0,
      undecided: 0,
      decisions: [],
      models: [],
      constant_rules: [],
      left_out: { expected: 0, realised: 0 },
    },
    [CONSUMPTION]: [],
    [DEVIATION]: deviation(),
    'GET /api/v0/plants/scores': [],
    'GET /api/v0/markets/': [
      market(),
      market({ session: 'MID1', newest_realised_day: null, late_by_seconds: 7_200 }),
    ],
    'GET /api/v0/webhooks': [],
    'HEAD /api/v0/forecasts/normalized/': new Response(null, {
      headers: { 'Last-Modified': 'Tue, 24 Nov 2026 07:00:00 GMT' },
    }),
    ...answers,
  });
  visit(<Desk />);
  return received;
}

/** The figure under a name. */
async function figure(name: string | RegExp): Promise<string> {
  const title = await screen.findByText(name, { selector: 'dt' });
  return textOf(title.nextElementSibling);
}

describe('The desk', () => {
  it('The desk chooses the only user and retailer, and shows their day without a click', async () => {
    const received = open();
    expect(await screen.findByRole('heading', { name: 'Tomorrow, Wed 25 Nov' })).toBeTruthy();
    await waitFor(() =>
      expect(received.map(({ what }) => what)).toContain(
        `${DEVIATION}?retailer_id=acme&from=2026-11-23&to=2026-11-23&by=day`,
      ),
    );
  });

  it('The desk asks for a user where there are several, and shows what belongs to none', async () => {
    open({ 'GET /api/v0/purchases/parties': [ANA, { user: 'eva', retailer_id: 'sol' }] });
    expect(await screen.findByText('Choose a user and a retailer to see their day.')).toBeTruthy();
    expect(await rowsOf('Freshness')).toHaveLength(2);
    expect(screen.queryByRole('heading', { name: /^Tomorrow/ })).toBeNull();
  });
});

describe('The amount for tomorrow', () => {
  const items = (...ends: string[]) =>
    ends.map((datetime, index) => ({ datetime, purchase: index + 1 }));

  it('The amount for tomorrow is the energy of all purchases in that day, decided or not', async () => {
    open({
      'GET /api/v0/user/ana/purchases': {
        purchases: [
          purchase('p1', DAY),
          purchase('p2', ['2026-11-24', '2026-11-26'], decision()),
          purchase('p3', ['2026-11-26', '2026-11-26']),
        ],
        next_cursor: null,
      },
      [`GET ${PURCHASE}/p1/series`]: items('2026-11-25 20:00', '2026-11-25 21:00'),
      // Midnight ends today, and then tomorrow.
      [`GET ${PURCHASE}/p2/series`]: items(
        '2026-11-25 00:00',
        '2026-11-25 00:15',
        '2026-11-26 00:00',
        '2026-11-26 00:15',
      ),
    });
    await waitFor(async () => expect(await figure('Purchases MWh')).toBe('4.250 (purchases: 2)'));
  });

  it('The amount for tomorrow stands beside yesterday and the same weekday, as far as all groups were measured', async () => {
    open({
      [CONSUMPTION]: [
        ...hours('2026-11-23', 24, 2, '2.0TD'),
        ...hours('2026-11-23', 20, 0.5, '3.0TD'),
        ...hours('2026-11-18', 24, 1, '2.0TD'),
        ...hours('2026-11-18', 24, 1, '3.0TD'),
      ],
    });
    expect(await figure('Measured MWh, Mon 23 Nov')).toBe('50.000 (20 of 24 h)');
    expect(await figure('Measured MWh, Wed 18 Nov')).toBe('48.000');
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: '48.000' });
    expect(link.hash).toBe('#/consumption?from=2026-11-18&to=2026-11-18');
  });

  const FORECAST = '/api/v0/user/ana/consumption/forecast';

  it('The forecast of tomorrow is the sum of the medians, with the band of the peak hour, and is bought once', async () => {
    const rows = hours('2026-11-25', 24, 1.9).map((row, hour) => {
      const mw = hour === 20 ? 4 : 2;
      return { ...row, busbar_mw: mw, busbar_p10: mw - 0.5, busbar_p90: mw + 1 };
    });
    const received = open({
      [`GET ${FORECAST}`]: { group: null, groups: [''], as_of: '2026-11-24T10:00:00Z', rows },
      [`POST ${FORECAST}/purchase`]: { id: 'p9' },
    });
    expect(await figure('Forecast MWh')).toBe('50.000');
    expect(await figure('MW in the peak hour, 21:00')).toBe('4.000 (80 %: 3.500 – 5.000)');
    expect(received.map(({ what }) => what)).toContain(
      `GET ${FORECAST}?retailer_id=acme&from=2026-11-25&to=2026-11-25&quantiles=10%2C90`,
    );
    const bought = () => received.filter(({ what }) => what.startsWith('POST'));
    button('Buy tomorrow’s forecast').click();
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /of the forecast$/ });
    expect(link.hash).toBe('#/purchases/ana/p9');
    await waitFor(() => expect(button('Buy tomorrow’s forecast').disabled).toBe(false));
    button('Buy tomorrow’s forecast').click();
    await waitFor(() => expect(bought()).toHaveLength(2));
    const path = `POST ${FORECAST}/purchase?retailer_id=acme&day=2026-11-25`;
    expect(bought().map(({ what }) => what)).toEqual([path, path]);
    const keys = bought().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual(Array(2).fill('forecast 2026-11-25 ana/acme'));
  });

  it('The forecast of tomorrow is replaced by what the service says where too little is measured', async () => {
    const error = 'The forecast needs 28 whole days of a group.';
    open({ [`GET ${FORECAST}`]: new Rejection(409, { error }) });
    expect(await screen.findByText(error)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
  });

  it('The amount for tomorrow is said to be missing where no purchase is submitted', async () => {
    open();
    expect(await screen.findByText('No purchase is submitted for tomorrow.')).toBeTruthy();
  });
});

describe('The purchases of the desk', () => {
  const PURCHASES = {
    'GET /api/v0/user/ana/purchases': {
      purchases: [
        purchase('p1', DAY),
        purchase('p2', ['2026-11-24', '2026-11-24']),
        purchase('p3', ['2026-11-23', '2026-11-23']),
        purchase('p4', ['2026-11-20', '2026-11-20'], decision(['MD', 'MID1'])),
        purchase('p5', ['2026-11-10', '2026-11-10'], decision(['MD'])),
        purchase('p6', DAY, decision()),
      ],
      next_cursor: null,
    },
    [`GET ${PURCHASE}/p1/evaluation`]: evaluation({
      models: [
        evaluated(),
        evaluated({
          idmodel: 3,
          expected_cost: '1200.00',
          saved: '34.50',
          worst_decile_cost: null,
        }),
      ],
      place_by: { MID1: '2026-11-24T14:00:00.000Z', MD: '2026-11-24T11:00:00.000Z' },
    }),
    [`GET ${PURCHASE}/p2/evaluation`]: evaluation(),
  };

  it('The newest purchase that waits is shown with its models in euro, and a link to decide', async () => {
    open(PURCHASES);
    expect(await rowsOf('Suggested purchase of 20/11/2026, 11:00')).toEqual([
      ['1 Day-ahead', '1,234.50', '0.00', '1,500.25'],
      ['3 Cheapest, capped', '1,200.00', '34.50', '–'],
    ]);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Decide' });
    expect(link.hash).toBe('#/purchases/ana/p1');
  });

  it('Purchases wait until the first gate of any model; those whose delivery is over wait no more', async () => {
    open(PURCHASES);
    await waitFor(async () =>
      expect(await rowsOf('Purchases waiting for a decision')).toEqual([
        ['20/11/2026, 11:00', 'Wed 25 Nov', '36.0', 'MD Tue 24 Nov, 12:00 (in 1 hour)'],
        ['20/11/2026, 11:00', 'Tue 24 Nov', '36.0', 'closed'],
      ]),
    );
  });

  it('A purchase that was decided too late is listed for a week with the gates that it missed', async () => {
    open(PURCHASES);
    expect(await rowsOf('Decided too late')).toEqual([
      [
        '20/11/2026, 11:00',
        'Fri 20 Nov',
        '36.0',
        '3 Cheapest, capped too late for MD, MID1: not counted',
      ],
    ]);
  });
});

describe('Yesterday’s deviation', () => {
  const byDay = (given: object) => (request: Received) =>
    request.what.includes('from=2026-11-23') ? deviation(given) : deviation();

  it('Yesterday’s deviation is shown in MWh and euro with its causes, each a link to its inputs', async () => {
    open();
    expect(await figure('Short MWh')).toBe('14.250');
    expect(await figure('Over day-ahead EUR')).toBe('123.45');
    expect(await rowsOf('Causes, EUR')).toEqual([
      ['Volume error, short', '150.00'],
      ['Volume error, long', '-20.05'],
      ['Desk’s correction', '0.00'],
      ['Choice of session', '-6.50'],
    ]);
    const target = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name }).hash;
    expect(target('310.500')).toBe('#/consumption?from=2026-11-23&to=2026-11-23');
    expect(target('980.25')).toBe('#/deviation?from=2026-11-23&to=2026-11-23');
  });

  it('Yesterday’s deviation names what is missing, and shows no figures without a period', async () => {
    open({
      [DEVIATION]: byDay({
        periods: 0,
        missing: [
          {
            from: '2026-11-22T23:00:00.000Z',
            to: '2026-11-23T23:00:00.000Z',
            what: 'decision',
          },
        ],
        undecided: ['0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11'],
      }),
    });
    expect(await screen.findByText(/^Nothing could be compared/)).toBeTruthy();
    expect(await rowsOf('Missing')).toEqual([
      ['a purchase decided in time, or executed trades', 'Mon 23 Nov, 00:00', 'Tue 24 Nov, 00:00'],
    ]);
    expect(screen.queryByText('Short MWh', { selector: 'dt' })).toBeNull();
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: '0c7f4f4e' });
    expect(link.hash).toBe('#/purchases/ana/0c7f4f4e-6a0e-4a34-9f0c-5f1f8d1f2b11');
  });

  it('The last 30 days are drawn by day, and by hour and weekday so that one sees where they fail', async () => {
    const rowsBy = ({ what }: Received) => {
      if (what.includes('hour_of_day'))
        return deviation({ rows: [deviationRow({ hour: 7, cost_over_day_ahead: '-3.50' })] });
      if (what.includes('weekday')) return deviation({ rows: [deviationRow({ weekday: 1 })] });
      return deviation();
    };
    open({ [DEVIATION]: rowsBy });
    const image = (name: RegExp) => screen.findByRole('img', { name });
    expect(await image(/^Over day-ahead, by hour of the day\. 7: -3\.50$/)).toBeTruthy();
    expect(await image(/^Over day-ahead, by weekday\. Mon: 123\.45$/)).toBeTruthy();
    const chart = (await image(/^Deviation\. /)).closest('figure') as HTMLElement;
    await waitFor(() => within(chart).getByRole('button', { name: 'Table' }).click());
    expect(await rowsOf('Deviation')).toEqual([
      ['Mon 23 Nov, 00:00', 'Tue 24 Nov, 00:00', '14.250', '3.750', '123.45'],
    ]);
    expect(button('CSV')).toBeTruthy();
  });
});

describe('The plants of the desk', () => {
  it('Plants below their forecast are listed with the reasons, the largest energy first', async () => {
    open({
      'GET /api/v0/plants/scores': [
        scoreSummary({ id: 'p2', plant: 'Teide', produced_mwh: 1310 }),
        scoreSummary({
          plant: 'Muxia',
          periods: 80,
          left_out: { outage: 8, no_production: 4, no_forecast: 4 },
          origins: [delivered({ origin: 'solano', bias: 0.05, periods: 80 })],
          lost: [{ unavailability_id: 'o1', mwh: 12.34, eur: 500 }],
        }),
      ],
    });
    expect(await rowsOf('Plants below their forecast yesterday')).toEqual([
      [
        'Muxia',
        '1,234.6',
        '1,300.0',
        'outage, 2 h and 12.3 MWh, not measured, 1 h, no forecast, 1 h, less wind than forecast, 48.5 MWh',
      ],
    ]);
    expect(screen.getByText('Solano’s forecast counts where none was delivered.')).toBeTruthy();
  });
});

describe('What else the desk shows', () => {
  it('The desk shows how fresh prices and forecasts are', async () => {
    open();
    expect(await rowsOf('Freshness')).toEqual([
      ['MD', '2 hours ago', 'Mon 23 Nov'],
      ['MID1', '2 hours ago', '– late'],
    ]);
    await waitFor(() =>
      expect(textOf(document.body)).toContain('Plant forecasts changed: 3 hours ago'),
    );
  });

  it('The desk says of prices alone that they may not be read', async () => {
    session.set({ ...session.value, scopes: [] } as never);
    open({ 'GET /api/v0/markets/': new Rejection(403) });
    expect(await screen.findByText(/does not have the scope prices/)).toBeTruthy();
    expect(await screen.findByText('No delivery has failed.')).toBeTruthy();
  });
});
