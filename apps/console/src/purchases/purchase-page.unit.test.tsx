import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { Page } from '../pages/purchases-page.tsx';
import { decision, evaluated, evaluation, listed, worth } from '../test/examples.ts';
import { savedLines } from '../test/saved-file.ts';
import { Rejection, serve } from '../test/service.ts';
import { button, rowsOf, textOf, visit } from '../test/visit.tsx';

const LIST = 'GET /api/v0/user/ana/purchases';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00Z') });
});

describe('The page of a purchase', () => {
  const PURCHASE = 'GET /api/v0/user/ana/purchase/p7';
  const output = (idmodel: number) => ({
    idmodel,
    value: {
      MD: [{ datetime: '2026-11-24 20:15', purchase_percentage: 100, sale_percentage: 0 }],
    },
  });
  const completed = {
    id: 'p7',
    status: 'completed',
    error: '',
    created_at: '2026-11-20T10:00:00.000Z',
    strategy_output: [output(1), output(3)],
  };
  const row = {
    end_utc: '2026-11-24T19:15:00.000Z',
    mw: 1.5,
    MD_buy_mw: 2,
    MD_sell_mw: 0.5,
    MID1_buy_mw: 0,
    MID1_spread: '-3.25',
    MID2_spread: null,
    binds: ['cap MD'],
    cost: '75.50',
    next_choice: 'MID1',
    next_choice_cost: '80.00',
  };

  function openPage(answers: Record<string, unknown> = {}) {
    const received = serve({
      [`${PURCHASE}/get`]: completed,
      [`${PURCHASE}/series`]: [{ datetime: '2026-11-24 20:15', purchase: 1.5 }],
      [`${PURCHASE}/evaluation`]: evaluation({
        models: [evaluated(), evaluated({ idmodel: 3 })],
        place_by: { MID1: '2026-11-23T14:00:00.000Z', MD: '2026-11-23T11:00:00.000Z' },
        cancelled: ['MID3'],
      }),
      [`${PURCHASE}/history`]: [
        { type: 'status', at: completed.created_at, status: 'pending', source: 'submission' },
      ],
      [`${PURCHASE}/table`]: [row],
      [LIST]: { purchases: [listed({ evaluation: worth() })], next_cursor: null },
      ...answers,
    });
    return { received, user: visit(<Page path={['ana', 'p7']} />) };
  }
  const checked = () => screen.findByRole<HTMLInputElement>('radio', { checked: true });

  it('The page shows user and retailer, the days of delivery, and the deadline', async () => {
    openPage();
    await rowsOf('Models');
    await waitFor(() =>
      expect(textOf(document.querySelector('.figures'))).toBe(
        'UseranaRetaileracmeDeliveryTue 24 NovMWh10.250Items96',
      ),
    );
    expect(textOf(screen.getByText('Place by:').parentElement)).toBe(
      'Place by: MD 23/11/2026, 12:00 (in 1 hour)MID1 23/11/2026, 15:00 (in 4 hours) Cancelled sessions: MID3',
    );
    expect(await rowsOf('History')).toEqual([['20/11/2026, 11:00', 'pending (submitted)']]);
  });

  it('The page offers the recommended model where none is decided', async () => {
    openPage({
      [`${PURCHASE}/evaluation`]: evaluation({
        models: [evaluated(), evaluated({ idmodel: 3 })],
        recommended: { idmodel: 3, reason: 'ahead_of_rule', backtest: null },
      }),
    });
    expect((await checked()).parentElement?.textContent).toContain('3 Cheapest, capped');
    expect(button('Decide for 3 Cheapest, capped')).toBeTruthy();
  });

  it('The page offers the day-ahead model where none is decided or recommended', async () => {
    openPage();
    expect((await checked()).parentElement?.textContent).toContain('1 Day-ahead');
    expect(button('Decide for 1 Day-ahead')).toBeTruthy();
  });

  it('The page shows the chosen model, and decides for it', async () => {
    const { user } = openPage({
      [LIST]: { purchases: [listed({ decision: decision() })], next_cursor: null },
    });
    await screen.findByRole('button', { name: 'Decide for 3 Cheapest, capped' });
    await user.click(screen.getByRole('radio', { name: '1 Day-ahead' }));
    expect(button('Decide for 1 Day-ahead')).toBeTruthy();
    const links = screen.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => href);
    expect(links).toContain(
      'http://localhost:3000/api/v0/user/ana/purchase/p7/table?idmodel=1&explain=true&format=csv',
    );
  });

  it('The page links the bids of model 7 as files, and shows them on request', async () => {
    const bidding = { ...output(7), bids: { MD: [] } };
    const [first, second] = ['2026-11-24 20:15', '2026-11-24 20:30'];
    const periods = [
      {
        datetime: first,
        steps: [
          { price: '4000.00', mw: 0.9 },
          { price: '52.30', mw: 0.6 },
        ],
      },
      { datetime: second, steps: [{ price: null, mw: 2 }] },
    ];
    openPage({
      [`${PURCHASE}/get`]: { ...completed, strategy_output: [output(1), bidding] },
      [`${PURCHASE}/series`]: [
        { datetime: first, purchase: 1.5 },
        { datetime: second, purchase: -2 },
      ],
      [`${PURCHASE}/bids?idmodel=7`]: { sessions: [{ session: 'MD', closes_at: '', periods }] },
    });
    const title = await screen.findByText('Bids of 7 Limit bids:', { selector: 'p' });
    expect(textOf(title)).toBe('Bids of 7 Limit bids: CSV XLSX');
    const { nextElementSibling: next } = title;
    const details = next as HTMLDetailsElement;
    expect(textOf(details)).toBe('Table of the bids of 7 Limit bids');
    details.open = true;
    fireEvent(details, new Event('toggle'));
    expect(await rowsOf('Bids of 7 Limit bids:')).toEqual([
      [first, 'MD', '0.900', '4,000.00'],
      [first, 'MD', '0.600', '52.30'],
      [second, 'MD', '-2.000', 'at any price'],
    ]);
    const links = [...title.querySelectorAll('a')].map(({ href }) => new URL(href));
    expect(links.map(({ pathname, search }) => pathname + search)).toEqual([
      '/api/v0/user/ana/purchase/p7/bids?idmodel=7&format=csv',
      '/api/v0/user/ana/purchase/p7/bids?idmodel=7&format=xlsx',
    ]);
  });

  it('The page of a purchase without bids has no links to them', async () => {
    openPage();
    await rowsOf('Models');
    expect(screen.queryByText(/^Bids of /)).toBeNull();
  });

  it('The page explains each period on request: the trades, the reason, and the next best session', async () => {
    const { user } = openPage();
    await user.click(await screen.findByRole('button', { name: 'Explain' }));
    expect(await rowsOf('Why 1 Day-ahead buys so')).toEqual([
      [
        '24/11/2026, 20:15',
        '1.500',
        'MD 1.5',
        '-3.25',
        '–',
        '–',
        'cap of MD',
        '75.50',
        'MID1',
        '80.00',
      ],
    ]);
    const lines = savedLines();
    await user.click(button('CSV: Why 1 Day-ahead buys so'));
    expect((await lines)[0]).toMatch(
      /^Period until,MW,MD MW,MID1 MW,MID2 MW,MID3 MW,Spread MID1 EUR/,
    );
    expect((await lines)[1]).toMatch(/^2026-11-24 20:15,1.5,1.5,0,0,0,-3.25,,,cap of MD,75.5,/);
    await user.click(button('Hide'));
    expect(screen.queryByRole('table', { name: 'Why 1 Day-ahead buys so' })).toBeNull();
  });

  it('The page waits while the models compute, and names those that were left out', async () => {
    openPage({ [`${PURCHASE}/get`]: { ...completed, status: 'in_progress', strategy_output: [] } });
    expect(await screen.findByText(/The models are computing/)).toBeTruthy();
    expect(screen.queryByText('There are no outputs.')).toBeNull();
  });

  it('The page says in its language why a model was left out', async () => {
    setLanguage('pt');
    const error = 'Model 4 left out: no price prediction for 2026-11-24 20:15.';
    openPage({ [`${PURCHASE}/get`]: { ...completed, error } });
    expect(
      await screen.findByText('Modelo 4 omitido: não há previsão de preços para 2026-11-24 20:15.'),
    ).toBeTruthy();
  });

  it('The page of a failed purchase says that there are no outputs', async () => {
    openPage({
      [`${PURCHASE}/get`]: { ...completed, status: 'failed', error: 'Bad.', strategy_output: [] },
    });
    expect(await screen.findByText('There are no outputs.')).toBeTruthy();
    expect(textOf(document.querySelector('.bad'))).not.toBe('');
  });

  it('The page of an unknown purchase says that there is none', async () => {
    openPage({ [`${PURCHASE}/get`]: new Rejection(404, { error: 'Purchase not found.' }) });
    expect(await screen.findByText('There is no such purchase of this user.')).toBeTruthy();
  });
});
