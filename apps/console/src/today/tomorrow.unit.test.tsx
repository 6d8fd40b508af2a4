import { screen, waitFor, within } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import {
  ANA,
  CONSUMPTION,
  figure,
  NOW,
  openDesk,
  PORTFOLIOS,
  PURCHASE,
  purchase,
  TOMORROW,
} from '../test/desk.tsx';
import { decision, listed } from '../test/examples.ts';
import { arrived, Rejection } from '../test/service.ts';
import { button, textOf } from '../test/visit.tsx';

const user = userEvent.setup({ delay: null });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  setLanguage('en');
});

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

describe('The amount for tomorrow', () => {
  const items = (...ends: string[]) =>
    ends.map((datetime, index) => ({ datetime, purchase: index + 1 }));

  it('The amount for tomorrow is the energy of all purchases in that day, decided or not', async () => {
    openDesk({
      'GET /api/v0/user/ana/purchases': {
        purchases: [
          purchase('p1', TOMORROW),
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
    openDesk({
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
    expect(link.hash).toBe('#/consumption?user=ana&retailer_id=acme&from=2026-11-18&to=2026-11-18');
  });

  const FORECAST = '/api/v0/user/ana/consumption/forecast';

  it('The forecast of tomorrow is the sum of the medians, with the band of the peak hour, and is bought once', async () => {
    const rows = hours('2026-11-25', 24, 1.9).map((row, hour) => {
      const mw = hour === 20 ? 4 : 2;
      return { ...row, busbar_mw: mw, busbar_p10: mw - 0.5, busbar_p90: mw + 1 };
    });
    const received = openDesk({
      [`GET ${FORECAST}`]: { group: null, groups: [''], as_of: '2026-11-24T10:00:00Z', rows },
      [`POST ${FORECAST}/purchase`]: { id: 'p9' },
    });
    expect(await figure('Forecast MWh')).toBe('50.000');
    expect(await figure('MW in the peak hour, 20:00 – 21:00')).toBe('4.000 (80 %: 3.500 – 5.000)');
    const peak = screen.getByRole<HTMLAnchorElement>('link', { name: '4.000' });
    expect(peak.hash).toBe('#/consumption?user=ana&retailer_id=acme');
    expect(received.map(({ what }) => what)).toContain(
      `GET ${FORECAST}?retailer_id=acme&from=2026-11-25&to=2026-11-25&quantiles=10%2C90`,
    );
    await user.dblClick(button('Buy tomorrow’s forecast'));
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: /of the forecast$/ });
    expect(link.hash).toBe('#/purchases/ana/p9');
    expect(screen.queryByRole('button', { name: /^Buy / })).toBeNull();
    const bought = received.filter(({ what }) => what.startsWith('POST'));
    expect(bought.map(({ what }) => what)).toEqual([
      `POST ${FORECAST}/purchase?retailer_id=acme&day=2026-11-25`,
    ]);
    expect(bought[0]?.headers.get('Idempotency-Key')).toBe('forecast 2026-11-25 ana/acme');
  });

  it('The forecast of a day that has purchases is bought as well after a question', async () => {
    setLanguage('es');
    const rows = hours('2026-11-25', 24, 2).map((row) => ({ ...row, busbar_mw: 2 }));
    const list: unknown[] = [purchase('p1', TOMORROW)];
    const received = openDesk({
      'GET /api/v0/user/ana/purchases': () => ({ purchases: list, next_cursor: null }),
      [`GET ${PURCHASE}/p1/series`]: items('2026-11-25 20:00', '2026-11-25 21:00'),
      [`GET ${PURCHASE}/p9/series`]: items('2026-11-25 20:00'),
      [`GET ${FORECAST}`]: { group: null, groups: [''], as_of: '2026-11-24T10:00:00Z', rows },
      [`POST ${FORECAST}/purchase`]: () => {
        list.push(purchase('p9', TOMORROW));
        return { id: 'p9' };
      },
    });
    const said = await screen.findByRole<HTMLAnchorElement>('link', {
      name: 'Ya hay 1 compra para mañana: 3,000 MWh.',
    });
    expect(said.hash).toBe('#/purchases/ana/p1');
    const bought = () => received.filter(({ what }) => what.startsWith('POST'));
    const ask = async () => {
      await user.click(button('Comprar además la previsión'));
      return screen.findByRole('dialog', { name: 'Comprar además la previsión' });
    };
    const dialog = await ask();
    expect(textOf(dialog)).toContain('Con la previsión, 48,000 MWh, serían 51,000 MWh.');
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bought()).toEqual([]);
    await user.click(
      within(await ask()).getByRole('button', { name: 'Comprar además la previsión' }),
    );
    const both = await screen.findByRole<HTMLAnchorElement>('link', {
      name: 'Ya hay 2 compras para mañana: 4,000 MWh.',
    });
    expect(both.hash).toBe('#/purchases?user=ana&retailer_id=acme&from=2026-11-18&to=2026-11-25');
    expect(bought().map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([
      'forecast 2026-11-25 after 1 ana/acme',
    ]);
  });

  it('The forecast of a day counts purchases that are not computed yet, and waits until these are known', async () => {
    const rows = hours('2026-11-25', 24, 2).map((row) => ({ ...row, busbar_mw: 2 }));
    const series = Promise.withResolvers<unknown>();
    openDesk({
      'GET /api/v0/user/ana/purchases': {
        purchases: [
          listed({ id: 'p1', status: 'pending' }),
          listed({ id: 'p2', status: 'in_progress' }),
          listed({ id: 'p3', status: 'failed' }),
        ],
        next_cursor: null,
      },
      [`GET ${PURCHASE}/p1/series`]: () => series.promise,
      [`GET ${PURCHASE}/p2/series`]: items('2026-11-27 20:00', '2026-11-27 21:00'),
      [`GET ${FORECAST}`]: { group: null, groups: [''], as_of: '2026-11-24T10:00:00Z', rows },
    });
    await waitFor(() => expect(button('Buy tomorrow’s forecast').disabled).toBe(true));
    series.resolve(items('2026-11-25 20:00', '2026-11-25 21:00'));
    expect(
      await screen.findByText('There is already 1 purchase for tomorrow: 3.000 MWh.'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Buy tomorrow’s forecast' })).toBeNull();
  });

  it('The forecast of tomorrow is replaced by what it needs, in the language of the reader, where too little is measured', async () => {
    setLanguage('es');
    const error = 'A forecast needs 28 whole days of measured consumption of a group.';
    openDesk({ [`GET ${FORECAST}`]: new Rejection(409, { error }) });
    const text = await screen.findByText(/necesita 28 días completos de consumo medido/);
    expect(within(text).getByRole<HTMLAnchorElement>('link').hash).toBe('#/consumption');
    expect(textOf(document.body)).not.toContain(error);
    expect(screen.queryByRole('button', { name: /^Comprar la previsión/ })).toBeNull();
  });

  it.each([
    ['nothing', [], 0],
    ['since 27 days', ['2026-10-28T00:00+01:00'], 0],
    ['since 28 days', ['2026-10-27T23:45+01:00'], 1],
  ])(
    'The forecast of tomorrow is asked for only where it may be there: measured is %s',
    async (_, first, requests) => {
      const portfolios = first.map((at) => ({ ...ANA, first_start_utc: at }));
      const received = openDesk({
        [PORTFOLIOS]: portfolios,
        [`GET ${FORECAST}`]: new Rejection(409, { error: 'Too little.' }),
      });
      expect(await screen.findByText(/needs 28 whole days/)).toBeTruthy();
      await arrived();
      const asked = received.filter(({ what }) => what.startsWith(`GET ${FORECAST}?`));
      expect(asked).toHaveLength(requests);
    },
  );

  it('The amount for tomorrow is said to be missing where no purchase is submitted', async () => {
    openDesk();
    expect(await screen.findByText('No purchase is submitted for tomorrow.')).toBeTruthy();
  });
});
