import { fireEvent, screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { Page } from '../pages/purchases-page.tsx';
import { evaluated, evaluation, listed } from '../test/examples.ts';
import { type Received, Rejection, serve } from '../test/service.ts';
import { button, enter, reported, rowsOf, textOf, titlesOf, visit } from '../test/visit.tsx';
import type { ListedPurchase } from './data.ts';

const LIST = 'GET /api/v0/user/ana/purchases';
const SUMMARY = `${LIST}/summary`;
const EMPTY = {
  currency: 'EUR',
  reference_idmodel: 1,
  purchases: 0,
  evaluated: 0,
  undecided: 0,
  models: [],
  left_out: { expected: 0, realised: 0 },
  constant_rules: [],
  best_constant_rule: null,
  decisions: [],
};

type Worth = NonNullable<ListedPurchase['evaluation']>;

const figures = (idmodel: number, saved: string | null, realised: string | null = null) => ({
  idmodel,
  mwh: 10.25,
  expected_cost: saved === null ? null : '1000.10',
  saved,
  realised:
    realised === null
      ? null
      : { rests_on: 'decision' as const, mwh: 1, cost: '990.00', saved: realised },
});
const worth = (fields: Partial<Worth>): Worth => ({
  first_day: '2026-11-24',
  last_day: '2026-11-24',
  counted_idmodel: null,
  models: [figures(1, '0.00'), figures(3, '234.50')],
  constant_rules: [],
  best_constant_rule: null,
  ...fields,
});
const decision = (fields: object) => ({
  idmodel: 3,
  note: '',
  decided_at: '2026-11-20T11:00:00.000Z',
  decided_by: 'key desk',
  ...fields,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00Z') });
});
afterEach(() => vi.restoreAllMocks());

async function chooseDesk(user: UserEvent, retailer = '') {
  await enter(user, 'User', 'ana');
  await enter(user, /^Retailer/, retailer);
  await user.click(button('Show'));
}

async function openList(
  purchases: readonly ListedPurchase[],
  answers: Record<string, unknown> = {},
) {
  const received = serve({
    [LIST]: { purchases, next_cursor: null },
    [SUMMARY]: EMPTY,
    ...answers,
  });
  const user = visit(<Page path={[]} />);
  await chooseDesk(user);
  const lists = () => received.filter(({ what }) => what.startsWith(`${LIST}?`));
  return { received, lists, user };
}

const rows = () => rowsOf('Purchases');

describe('The list of purchases', () => {
  it('The list shows the counted model of each purchase, and the sums of its rows', async () => {
    await openList([
      listed({ evaluation: worth({ counted_idmodel: 3 }), decision: decision({}) }),
      listed({ id: 'p8', evaluation: worth({ last_day: '2026-11-25' }) }),
      listed({ id: 'p9', status: 'failed', retailer_id: 'other' }),
    ]);
    expect((await titlesOf('Purchases')).slice(0, 8)).toEqual([
      'Submitted',
      'Retailer',
      'Delivery',
      'MWh',
      'Expected EUR',
      'Saved EUR',
      'Status',
      'Decision',
    ]);
    expect(await rows()).toEqual([
      [
        '20/11/2026, 11:00',
        'acme',
        'Tue 24 Nov',
        '10.3',
        '1,000.10',
        '234.50',
        'completed',
        '3 CHEAPEST_CAPPED',
      ],
      [
        '20/11/2026, 11:00',
        'acme',
        'Tue 24 Nov – Wed 25 Nov',
        '10.3',
        '1,000.10',
        '0.00',
        'completed',
        'waiting figures of 1',
      ],
      ['20/11/2026, 11:00', 'other', '–', '–', '–', '–', 'failed', ''],
      ['Sum of 3', '20.5', '2,000.20', '234.50', ''],
    ]);
  });

  it('A decision that came too late counts nowhere, and the list says so', async () => {
    const late = decision({ too_late: ['MD'] });
    await openList([listed({ evaluation: worth({}), decision: late })]);
    const [[, , , , , saved, , decided] = []] = await rows();
    expect([saved, decided]).toEqual(['0.00', '3 CHEAPEST_CAPPED too late for MD: not counted']);
  });

  it('The list has a dash for an unknown cost, and no column of realised savings without any', async () => {
    await openList([listed({ evaluation: worth({ models: [figures(1, null)] }) })]);
    expect((await rows())[0]?.slice(3, 6)).toEqual(['10.3', '–', '–']);
    expect(await titlesOf('Purchases')).not.toContain('Realised saving');
  });

  it('The list shows realised costs, their sum, and the best constant rule beside them', async () => {
    await openList([
      listed({
        evaluation: worth({
          models: [figures(1, '0.00', '-12.30')],
          constant_rules: [
            { name: 'cap_first_auction', expected_cost: '1.00', saved: '2.00', realised: null },
          ],
          best_constant_rule: 'cap_first_auction',
        }),
      }),
    ]);
    const [row = [], sum = []] = await rows();
    expect(row.slice(6, 8)).toEqual(['-12.30', '2.00 expected: the cap in MID1']);
    expect(sum).toEqual(['Sum of 1', '10.3', '1,000.10', '0.00', '-12.30', '']);
    expect(screen.getByText(/Constant rules take no prediction/)).toBeTruthy();
  });

  it('The list requests whole days in Madrid, of the chosen status and retailer', async () => {
    const { lists, user } = await openList([]);
    await screen.findByText(/^There are no such purchases/);
    const first = new URL(`http://x${lists()[0]?.what.slice(4)}`).searchParams;
    expect(first.get('created_from')).toBe('2026-10-24T22:00:00.000Z');
    expect(first.has('created_to')).toBe(false);
    await user.selectOptions(screen.getByLabelText('Status'), 'failed');
    await enter(user, 'Submitted from', '2026-03-29');
    await enter(user, 'Submitted to', '2026-03-29');
    await chooseDesk(user, 'acme');
    await waitFor(() => expect(lists().at(-1)?.what).toContain('retailer_id=acme'));
    const last = new URL(`http://x${lists().at(-1)?.what.slice(4)}`).searchParams;
    expect(Object.fromEntries(last)).toEqual({
      evaluation: 'true',
      limit: '50',
      retailer_id: 'acme',
      status: 'failed',
      created_from: '2026-03-28T23:00:00.000Z',
      created_to: '2026-03-29T22:00:00.000Z',
    });
  });

  it('Older purchases are shown on request, after the present ones', async () => {
    const newest = Array.from({ length: 50 }, (_, index) => listed({ id: `p${index}` }));
    const { user } = await openList([], {
      [LIST]: ({ what }: Received) =>
        what.includes('cursor=c1')
          ? { purchases: [listed({ id: 'old', retailer_id: 'old' })], next_cursor: null }
          : { purchases: newest, next_cursor: 'c1' },
    });
    await user.click(await screen.findByRole('button', { name: 'Older ones' }));
    await screen.findByText('1–50 of 51');
    await user.click(button('Next'));
    expect((await rows()).map((row) => row[1])).toEqual(['old', '0.0']);
    expect(screen.queryByRole('button', { name: 'Older ones' })).toBeNull();
  });

  it('The file has all purchases of the list, those included that are not on the page', async () => {
    const saved: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation(
      (file) => `blob:${saved.push(file as Blob)}`,
    );
    const { user } = await openList([], {
      [LIST]: ({ what }: Received) => {
        if (!what.includes('limit=1000')) return { purchases: [listed()], next_cursor: 'c1' };
        return what.includes('cursor=c1')
          ? { purchases: [listed({ id: 'old' })], next_cursor: null }
          : { purchases: [listed({ evaluation: worth({}) })], next_cursor: 'c1' };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]?.text())?.split('\r\n') ?? [];
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^submitted_utc;id;retailer_id;first_day/);
    expect(lines[1]).toContain(
      'p7;acme;2026-11-24;2026-11-24;96;completed;;;;1;10.25;1000.10;0.00',
    );
    expect(lines[2]).toContain(';old;');
  });

  it('The list says that its file has only the newest if there are more than its maximum', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
    const many = Array.from({ length: 1_000 }, (_, index) => listed({ id: `p${index}` }));
    const { user } = await openList([], {
      [LIST]: ({ what }: Received) => {
        return { purchases: what.includes('limit=1000') ? many : [listed()], next_cursor: 'c1' };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'CSV' }));
    await reported('The file has the newest 20,000 only.');
  });

  it.each([
    [new Rejection(403), /does not have the permission for this/],
    [new Rejection(500, { error: 'It failed.' }), /This could not be loaded\..* It failed\./],
  ])('A list that cannot be loaded shows the reason', async (answer, text) => {
    await openList([], { [LIST]: answer });
    expect((await screen.findAllByRole('alert')).map(textOf).join()).toMatch(text);
  });
});

describe('The totals', () => {
  const totals = (saved: string, purchases = 2) => ({
    purchases,
    mwh: 20.5,
    cost: '2000.20',
    saved,
  });

  it('The totals show the decided models, the best rule beside them, and each model’s total', async () => {
    const rule = { name: 'cap_first_auction', expected: totals('10.00'), realised: null };
    const model = {
      idmodel: 3,
      purchases: 2,
      expected: totals('30.00'),
      realised: totals('-5.50', 1),
    };
    const compared = { constant_rules: [rule], best_constant_rule: 'cap_first_auction' };
    await openList([listed()], {
      [SUMMARY]: {
        ...EMPTY,
        purchases: 5,
        evaluated: 4,
        undecided: 2,
        left_out: { expected: 1, realised: 0 },
        models: [{ ...model, lacking: { expected: 0, realised: 0 } }],
        constant_rules: [rule],
        decisions: [{ ...model, rests_on: 'both', ...compared }],
      },
    });
    const sums = ['2', '20.5', '2,000.20', '30.00', '1', '2,000.20', '-5.50'];
    const byRule = ['Constant: the cap in MID1', '2', '20.5', '2,000.20', '10.00', '–', '–', '–'];
    const executed = ['3 CHEAPEST_CAPPED executed trades', ...sums];
    expect(await rowsOf('By decision')).toEqual([executed, byRule]);
    expect(await rowsOf('By model, whatever was decided')).toEqual([
      ['3 CHEAPEST_CAPPED', ...sums],
      byRule,
    ]);
    expect(screen.getByText('Purchases: 5; evaluated: 4; undecided: 2.')).toBeTruthy();
    expect(screen.getByText('Not compared, with figures of some models only: 1.')).toBeTruthy();
  });

  it('The totals say that nothing is decided, in place of a saving of zero', async () => {
    setLanguage('es');
    serve({
      [LIST]: { purchases: [], next_cursor: null },
      [SUMMARY]: { ...EMPTY, purchases: 2, undecided: 2 },
    });
    const user = visit(<Page path={[]} />);
    await enter(user, 'Usuario', 'ana');
    await user.click(button('Mostrar'));
    expect(await screen.findByText('Compras: 2; valoradas: 0; sin decidir: 2.')).toBeTruthy();
    expect(screen.getByText('Aún no se ha decidido.')).toBeTruthy();
  });
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
      [LIST]: { purchases: [listed({ evaluation: worth({}) })], next_cursor: null },
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

  it('The page offers the decided model, else the day-ahead one, and no other by itself', async () => {
    openPage();
    expect((await checked()).parentElement?.textContent).toContain('1 DAY_AHEAD');
    expect(button('Decide for 1 DAY_AHEAD')).toBeTruthy();
  });

  it('The page shows the chosen model, and decides for it', async () => {
    const { user } = openPage({
      [LIST]: { purchases: [listed({ decision: decision({}) })], next_cursor: null },
    });
    await screen.findByRole('button', { name: 'Decide for 3 CHEAPEST_CAPPED' });
    await user.click(screen.getByRole('radio', { name: '1 DAY_AHEAD' }));
    expect(button('Decide for 1 DAY_AHEAD')).toBeTruthy();
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
    const title = await screen.findByText('Bids of 7 LIMIT_BIDS:', { selector: 'p' });
    expect(textOf(title)).toBe('Bids of 7 LIMIT_BIDS: CSV XLSX');
    const { nextElementSibling: next } = title;
    const details = next as HTMLDetailsElement;
    expect(textOf(details)).toBe('Table');
    details.open = true;
    fireEvent(details, new Event('toggle'));
    expect(await rowsOf('Bids of 7 LIMIT_BIDS:')).toEqual([
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
    expect(await rowsOf('Why 1 DAY_AHEAD buys so')).toEqual([
      [
        '24/11/2026, 20:15',
        '1.500',
        'MD 1.5',
        '-3.25',
        '–',
        '–',
        'cap MD',
        '75.50',
        'MID1',
        '80.00',
      ],
    ]);
    await user.click(button('Hide'));
    expect(screen.queryByRole('table', { name: 'Why 1 DAY_AHEAD buys so' })).toBeNull();
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
