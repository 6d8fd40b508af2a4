import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../session/session.ts';
import { ANA, DEVIATION, figure, NOW, openDesk, PORTFOLIOS } from '../test/desk.tsx';
import { delivered, deviation, scoreSummary } from '../test/examples.ts';
import { savedLines } from '../test/saved-file.ts';
import { arrived, type Received, Rejection } from '../test/service.ts';
import { button, rowsOf, textOf } from '../test/visit.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

/** Where a link of the page leads. */
function target(name: string): string {
  return screen.getByRole<HTMLAnchorElement>('link', { name }).hash;
}

describe('The desk', () => {
  it('The desk chooses the only user and retailer, and shows their day without a click', async () => {
    const received = openDesk();
    expect(await screen.findByRole('heading', { name: 'Tomorrow, Wed 25 Nov' })).toBeTruthy();
    await waitFor(() =>
      expect(received.map(({ what }) => what)).toContain(
        `${DEVIATION}?retailer_id=acme&from=2026-11-23&to=2026-11-23&by=day`,
      ),
    );
  });

  it('The desk shows what belongs to no user until both lists of users are there, and then the day of the first', async () => {
    const { promise, resolve } = Promise.withResolvers<object[]>();
    openDesk({ 'GET /api/v0/purchases/parties': () => promise });
    expect(await rowsOf('Freshness')).toHaveLength(2);
    expect(screen.queryByRole('heading', { name: /^Tomorrow/ })).toBeNull();
    expect(screen.queryByLabelText('User')).toBeNull();
    resolve([ANA, { user: 'eva', retailer_id: 'sol' }]);
    expect(await screen.findByRole('heading', { name: /^Tomorrow/ })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('User').value).toBe('ana');
  });
});

describe('The desk of a customer without purchases and consumption', () => {
  const NOTHING = { 'GET /api/v0/purchases/parties': [], [PORTFOLIOS]: [] };

  it('The desk asks for no user, and leads to the first steps', async () => {
    openDesk(NOTHING);
    const notice = await screen.findByText(/^There are no purchases and no measured consumption/);
    expect(within(notice).getAllByRole('link').map(textOf)).toEqual([
      'Submit a purchase',
      'Upload consumption',
    ]);
    expect(screen.queryByLabelText('User')).toBeNull();
    expect(screen.queryByLabelText('Retailer')).toBeNull();
  });

  it('The desk of an owner of plants begins with them', async () => {
    openDesk({ ...NOTHING, 'GET /api/v0/plants/scores': [scoreSummary()] });
    expect(await screen.findByRole('heading', { name: /against their forecast/ })).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText('User')).toBeNull());
    expect(screen.queryByText(/^There are no purchases/)).toBeNull();
  });

  it('The desk has no card of plants against their forecast where there is none', async () => {
    const received = openDesk(NOTHING);
    expect(await screen.findByText(/^There are no plants yet/)).toBeTruthy();
    await arrived();
    expect(screen.queryByRole('heading', { name: /against their forecast/ })).toBeNull();
    expect(received.map(({ what }) => what)).toContain('GET /api/v0/markets/');
  });
});

describe('The order of the desk', () => {
  it.each([
    ['narrow', true, 'before'],
    ['wide', false, 'after'],
  ])(
    'The desk of a %s window (%s) has gates and waiting purchases %s the pictures',
    async (_, isNarrow, place) => {
      vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: isNarrow }));
      openDesk();
      await screen.findByRole('heading', { name: 'Purchases waiting for a decision' });
      await screen.findByRole('heading', { name: /^Tomorrow/ });
      const titles = screen.getAllByRole('heading', { level: 2 }).map(textOf);
      const at = (start: string) => titles.findIndex((title) => title.startsWith(start));
      const [gates, waiting, pictures] = [at('Gates'), at('Purchases waiting'), at('Day-ahead')];
      expect(gates).toBeLessThan(waiting);
      expect(waiting < pictures).toBe(place === 'before');
      expect(titles).toHaveLength(new Set(titles).size);
    },
  );
});

describe('Yesterday’s deviation', () => {
  const byDay = (given: object) => (request: Received) =>
    request.what.includes('from=2026-11-23') ? deviation(given) : deviation();

  it('Yesterday’s deviation is shown in MWh and euro with its causes, each a link to its inputs', async () => {
    openDesk();
    expect(await figure('Short MWh')).toBe('14.250');
    expect(await figure('Over day-ahead EUR')).toBe('123.45');
    expect(await rowsOf('Causes')).toEqual([
      ['Volume error, short', '150.00'],
      ['Volume error, long', '-20.05'],
      ['Desk’s correction', '0.00'],
      ['Choice of session', '-6.50'],
    ]);
    const days = 'user=ana&retailer_id=acme&from=2026-11-23&to=2026-11-23';
    expect(target('310.500')).toBe(`#/consumption?${days}`);
    expect(target('980.25')).toBe(`#/deviation?${days}`);
    expect(target('-6.50')).toBe(`#/deviation?${days}&by=hour_of_day`);
  });

  it.each([
    ['decision', '#/purchases?user=ana&retailer_id=acme&from=2026-11-16&to=2026-11-23'],
    ['executed', '#/deviation?user=ana&retailer_id=acme&from=2026-11-23&to=2026-11-23'],
    ['both', '#/deviation?user=ana&retailer_id=acme&from=2026-11-23&to=2026-11-23'],
  ] as const)(
    'Yesterday’s bought energy that rests on %s leads to what it rests on',
    async (rests_on, link) => {
      const sessions = [{ session: 'MD', rests_on, bought_mwh: '300.000', cost: '100.00' }];
      openDesk({ [DEVIATION]: byDay({ sessions }) });
      await figure('Bought MWh');
      expect(target('300.000')).toBe(link);
    },
  );

  it('Yesterday’s deviation names what is missing, and shows no figures without a period', async () => {
    openDesk({
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

  it('The last 30 days are drawn by day, and lead to where they fail by hour and weekday', async () => {
    openDesk();
    const image = await screen.findByRole('img', { name: /^Over day-ahead, by day\. / });
    expect(image.getAttribute('aria-label')).toBe('Over day-ahead, by day. 23/11: 123.45');
    const days = 'user=ana&retailer_id=acme&from=2026-10-25&to=2026-11-23';
    expect(target('Hour of the day')).toBe(`#/deviation?${days}&by=hour_of_day`);
    expect(target('Weekday')).toBe(`#/deviation?${days}&by=weekday`);
  });
});

describe('The plants of the desk', () => {
  it('Plants below their forecast are listed with the reasons, the largest energy first', async () => {
    openDesk({
      'GET /api/v0/plants/scores': [
        scoreSummary({ id: 'p2', plant: 'Teide', produced_mwh: 1310 }),
        scoreSummary({
          plant: 'Muxia',
          periods: 80,
          left_out: { outage: 8, no_production: 4, no_forecast: 4 },
          origins: [delivered({ origin: 'solano', bias: 0.05, periods: 80 })],
          lost: [{ unavailability_id: 'o1', mwh: 12.34, eur: 500, origin: 'solano' }],
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
    const lines = savedLines();
    await userEvent
      .setup({ delay: null })
      .click(button('CSV: Plants below their forecast yesterday'));
    expect(await lines).toEqual([
      'Plant,Produced MWh,Forecast MWh,Outage h,Lost MWh,Not measured h,No forecast h,Less wind or sun than forecast MWh',
      'Muxia,1234.56,1300,2,12.34,1,1,48.5',
    ]);
    for (const number of ['1,234.6', '1,300.0'])
      expect(target(number)).toMatch(/^#\/plants\/.+\?from=2026-11-23&to=2026-11-23$/);
  });

  it('The name of a plant may be broken after an underscore', async () => {
    openDesk({
      'GET /api/v0/plants/scores': [scoreSummary({ plant: 'DEMO_WIND_NORTH', produced_mwh: 1 })],
    });
    await rowsOf('Plants below their forecast yesterday');
    const names = [...document.querySelectorAll('a:has(wbr)')];
    expect(names.map(({ innerHTML }) => innerHTML)).toEqual(
      Array(2).fill('DEMO_<wbr>WIND_<wbr>NORTH'),
    );
  });

  it('Plants without a forecast are counted, and are not below one', async () => {
    openDesk({
      'GET /api/v0/plants/scores': [
        scoreSummary({ id: 'p2', plant: 'Teide', produced_mwh: 1310 }),
        scoreSummary({ id: 'p3', plant: 'Buño', forecast_mwh: null, origins: [] }),
        scoreSummary({ id: 'p4', plant: 'Jerez', produced_mwh: null }),
      ],
    });
    expect(await screen.findByText('None of 1 plant was below its forecast.')).toBeTruthy();
    expect(screen.getByText('Without a forecast or a measurement: 2 plants.')).toBeTruthy();
    expect(
      screen.queryByRole('table', { name: 'Plants below their forecast yesterday' }),
    ).toBeNull();
  });
});

describe('The saving of a month', () => {
  const REPORT = 'GET /api/v0/user/ana/report';
  const of = ({ what }: Received) => {
    const isLast = what.includes('month=2026-10');
    const total = {
      saved_against_day_ahead: isLast ? '310.20' : '55.10',
      saved_against_rule: null,
    };
    const saved = { ...total, saved_against_day_ahead: total.saved_against_day_ahead };
    return { days: [{ day: isLast ? '2026-10-31' : '2026-11-01', ...saved }], total };
  };

  it('The month before is one click away, stands in the address, and leads back to this one', async () => {
    openDesk({ [REPORT]: of });
    expect(await figure('Against day-ahead EUR')).toBe('55.10');
    expect(button('Month after').disabled).toBe(true);
    button('Month before').click();
    await waitFor(async () => expect(await figure('Against day-ahead EUR')).toBe('310.20'));
    expect(screen.getByRole('heading', { name: 'Saving of October 2026' })).toBeTruthy();
    expect(location.hash).toContain('month=2026-10');
    button('Month after').click();
    expect(await screen.findByRole('heading', { name: 'Saving of November 2026' })).toBeTruthy();
  });

  it('The saving of a month stays while another month is loading, and says so', async () => {
    const october = Promise.withResolvers<void>();
    openDesk({
      [REPORT]: async (request: Received) => {
        if (request.what.includes('month=2026-10')) await october.promise;
        return of(request);
      },
    });
    await figure('Against day-ahead EUR');
    button('Month before').click();
    expect(textOf(await screen.findByText(/^October 2026: /))).toBe('October 2026: Loading …');
    expect(screen.getByRole('heading', { name: 'Saving of November 2026' })).toBeTruthy();
    expect(await figure('Against day-ahead EUR')).toBe('55.10');
    expect(document.querySelector('[aria-busy="true"] dd')).not.toBeNull();
    october.resolve();
    expect(await screen.findByRole('heading', { name: 'Saving of October 2026' })).toBeTruthy();
    expect(await figure('Against day-ahead EUR')).toBe('310.20');
    expect(screen.queryByText(/Loading/)).toBeNull();
  });

  it('A saving against day-ahead and one against the rule lead to the days and the purchases that they are of', async () => {
    const saved = { saved_against_day_ahead: '55.10', saved_against_rule: '-7.25' };
    const days = ['2026-11-02', '2026-11-23'].map((day) => ({ day, ...saved }));
    openDesk({ [REPORT]: { days, total: saved } });
    await figure('Against the rule EUR');
    const desk = 'user=ana&retailer_id=acme';
    expect(target('55.10')).toBe(`#/deviation?${desk}&from=2026-11-02&to=2026-11-23`);
    expect(target('-7.25')).toBe(`#/purchases?${desk}&from=2026-10-26&to=2026-11-23`);
  });

  it.each(['2026-13', '2027-01'])('A month %s of the address is this month', async (month) => {
    openDesk({ [REPORT]: of }, `#/?month=${month}`);
    expect(await screen.findByRole('heading', { name: 'Saving of November 2026' })).toBeTruthy();
  });
});

describe('What else the desk shows', () => {
  it('The desk shows how fresh prices and forecasts are', async () => {
    openDesk({ 'GET /api/v0/plants/scores': [scoreSummary()] });
    expect(await rowsOf('Freshness')).toEqual([
      ['MD', '2 hours ago', 'Mon 23 Nov'],
      ['MID1', '2 hours ago', '– late'],
    ]);
    await waitFor(() =>
      expect(textOf(document.body)).toContain('Plant forecasts changed: 3 hours ago'),
    );
  });

  it('The desk of a customer without plants and without the permission for prices asks for neither', async () => {
    session.set({ ...session.value, permissions: [] } as never);
    const received = openDesk();
    expect(await screen.findByText(/solano permission grant/)).toBeTruthy();
    expect(await screen.findByText('No delivery has failed.')).toBeTruthy();
    expect(
      received.map(({ what }) => what).filter((what) => /forecasts|prices|markets\/$/.test(what)),
    ).toEqual([]);
  });

  it('The desk says of prices alone that they may not be read', async () => {
    session.set({ ...session.value, scopes: ['webhooks'] } as never);
    openDesk({ 'GET /api/v0/markets/': new Rejection(403) });
    expect(await screen.findByText(/does not have the scope “Prices”/)).toBeTruthy();
    expect(await screen.findByText('No delivery has failed.')).toBeTruthy();
  });
});
