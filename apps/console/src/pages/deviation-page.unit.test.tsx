import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseDesk } from '../desk/desk.tsx';
import { deviation, deviationRow } from '../test/examples.ts';
import { serve } from '../test/service.ts';
import { rowsOf, titlesOf, visit } from '../test/visit.tsx';
import { Page as DeviationPage } from './deviation-page.tsx';

const DEVIATION = 'GET /api/v0/user/ana/deviation';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T10:00Z') });
  chooseDesk({ user: 'ana', retailer: 'a&b' });
});

function open(answers: Record<string, unknown> = {}) {
  const received = serve({
    'GET /api/v0/purchases/parties': [],
    'GET /api/v0/consumption/portfolios': [],
    [DEVIATION]: deviation(),
    [`${DEVIATION}/revisions`]: [],
    ...answers,
  });
  return { received, user: visit(<DeviationPage />) };
}

describe('The page of deviations', () => {
  it('The page of deviations shows the last 30 days by day', async () => {
    const { received } = open();
    expect(await rowsOf('Deviation')).toEqual([
      ['Mon 23 Nov', '300.000', '310.500', '14.250', '3.750', '18,000.00', '980.25', '123.45'],
    ]);
    expect(received.map(({ what }) => what)).toContain(
      `${DEVIATION}?retailer_id=a%26b&from=2026-10-25&to=2026-11-23&by=day`,
    );
  });

  it('The page of deviations groups by hour of the day with the causes of each', async () => {
    const { user } = open({
      [`${DEVIATION}?retailer_id=a%26b&from=2026-10-25&to=2026-11-23&by=hour_of_day`]: deviation({
        rows: [deviationRow({ hour: 7, causes: deviation().causes })],
      }),
    });
    await user.selectOptions(await screen.findByLabelText('By'), 'Hour of the day');
    await waitFor(async () =>
      expect((await titlesOf('Deviation')).slice(-4)).toEqual([
        'Volume error, short',
        'Volume error, long',
        'Desk’s correction',
        'Choice of session',
      ]),
    );
    expect((await rowsOf('Deviation'))[0]).toEqual([
      '7',
      '300.000',
      '310.500',
      '14.250',
      '3.750',
      '18,000.00',
      '980.25',
      '123.45',
      '150.00',
      '-20.05',
      '0.00',
      '-6.50',
    ]);
    expect(location.hash).toContain('&by=hour_of_day');
  });

  it('The page of deviations offers no periods of more than a month', async () => {
    history.replaceState(null, '', '#/deviation?from=2026-01-01&to=2026-11-23&by=period');
    const { received } = open();
    await rowsOf('Deviation');
    const options = [...screen.getByLabelText<HTMLSelectElement>('By').options];
    expect(options.map(({ value }) => value)).toEqual(['day', 'hour_of_day', 'weekday', 'month']);
    expect(received.at(-1)?.what).toContain('from=2026-01-01&to=2026-11-23&by=day');
  });

  it('The page of deviations compares executed trades with decisions where there are any', async () => {
    open({
      [DEVIATION]: deviation({
        sessions: [{ session: 'MD', rests_on: 'both', bought_mwh: '28.000', cost: '1448.00' }],
      }),
      'GET /api/v0/user/ana/trades/differences': [
        {
          session: 'MD',
          day: '2026-11-22',
          executed: { mwh: '28.000', cost: '1448.00' },
          decided: { mwh: '36.000', cost: '1809.00' },
          difference: { mwh: '-8.000', cost: '-361.00' },
        },
        {
          session: 'MIC',
          day: '2026-11-23',
          executed: { mwh: '1.000', cost: '50.25' },
          decided: null,
          difference: null,
        },
      ],
    });
    expect(await rowsOf('Executed and decided')).toEqual([
      ['Mon 23 Nov', 'MIC', '1.000', '–', '–', '–'],
      ['Sun 22 Nov', 'MD', '28.000', '36.000', '-8.000', '-361.00'],
    ]);
  });

  it('The page of deviations shows what was bought in each session, and what that rests on', async () => {
    open({
      [DEVIATION]: deviation({
        sessions: [
          { session: 'MD', rests_on: 'decision', bought_mwh: '250.000', cost: '15000.00' },
          { session: 'BIL', rests_on: 'executed', bought_mwh: '50.000', cost: '3000.00' },
        ],
        not_bought: [{ session: 'MID1', mwh: '1.250' }],
      }),
    });
    expect(await rowsOf('Bought by session')).toEqual([
      ['MD', '250.000', '15,000.00', 'the decision'],
      ['BIL', '50.000', '3,000.00', 'executed trades'],
    ]);
    expect(screen.getByText(/no later session covers it: MID1 1\.250 MWh\./)).toBeTruthy();
  });

  it('The files of the rows and of the month’s report are of the chosen user, retailer and days', async () => {
    open();
    await rowsOf('Deviation');
    const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: /^(CSV|XLSX|HTML)$/ });
    const days = 'from=2026-10-25&to=2026-11-23&by=day';
    expect(links.map(({ href }) => href.replace(/^.*\/v0\//, ''))).toEqual([
      `user/ana/deviation?retailer_id=a%26b&${days}&format=csv`,
      `user/ana/deviation?retailer_id=a%26b&${days}&format=xlsx`,
      'user/ana/report?retailer_id=a%26b&month=2026-11&format=html&lang=en',
      'user/ana/report?retailer_id=a%26b&month=2026-11&format=xlsx&lang=en',
    ]);
  });

  it('The page of deviations says that nothing was bought and measured', async () => {
    open({ [DEVIATION]: deviation({ periods: 0, rows: [] }) });
    expect(
      await screen.findByText(/^Nothing was bought and measured in these days\./),
    ).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('Revisions say of each complete day what has changed by how much, the newest first', async () => {
    const published = { ...deviation().total, ...deviation().causes, periods: 96 };
    const difference = {
      ...published,
      bought_mwh: '0.000',
      measured_mwh: '-1.250',
      deviation_cost: '12.50',
      cost_over_day_ahead: '-0.05',
    };
    const revision = { day: '2026-11-20', before: published, after: published, difference };
    const { received } = open({
      [`${DEVIATION}/revisions`]: [
        { ...revision, revision: 2, changed_at: '2026-11-22T09:00:00.000Z' },
        {
          ...revision,
          revision: 3,
          changed_at: '2026-11-23T09:00:00.000Z',
          after: null,
          difference: null,
        },
      ],
    });
    expect(await rowsOf('Revisions')).toEqual([
      ['23/11/2026, 10:00', 'Fri 20 Nov incomplete again', '–', '–', '–', '–'],
      ['22/11/2026, 10:00', 'Fri 20 Nov', '0.000', '-1.250', '12.50', '-0.05'],
    ]);
    expect(received.map(({ what }) => what)).toContain(
      `${DEVIATION}/revisions?retailer_id=a%26b&from=2026-10-25&to=2026-11-23`,
    );
  });

  it('Revisions are said to be none where no complete day has changed', async () => {
    open();
    expect(
      await screen.findByText('Nothing of these days has changed since it was complete.'),
    ).toBeTruthy();
  });
});
