import { screen, waitFor } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { Page } from '../pages/purchases-page.tsx';
import { decision, listed, modelWorth, worth } from '../test/examples.ts';
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

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-23T10:00Z') });
});
afterEach(() => vi.restoreAllMocks());

async function chooseDesk(user: UserEvent, retailer = '') {
  await enter(user, 'User', 'ana');
  await enter(user, /^Retailer/, retailer);
  await user.tab();
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
      listed({ evaluation: worth({ counted_idmodel: 3 }), decision: decision() }),
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
        '3 Cheapest, capped',
      ],
      [
        '20/11/2026, 11:00',
        'acme',
        'Tue 24 Nov – Wed 25 Nov',
        '10.3',
        '1,000.10',
        '0.00',
        'completed',
        'waiting (figures: model 1)',
      ],
      ['20/11/2026, 11:00', 'other', '–', '–', '–', '–', 'failed', ''],
    ]);
  });

  it('A decision that came too late counts nowhere, and the list says so', async () => {
    const late = decision({ too_late: ['MD'] });
    await openList([listed({ evaluation: worth(), decision: late })]);
    const [[, , , , , saved, , decided] = []] = await rows();
    expect([saved, decided]).toEqual(['0.00', '3 Cheapest, capped too late for MD: not counted']);
  });

  it('The list has a dash for an unknown cost, and no column of realised savings without any', async () => {
    await openList([listed({ evaluation: worth({ models: [modelWorth(1, null)] }) })]);
    expect((await rows())[0]?.slice(3, 6)).toEqual(['10.3', '–', '–']);
    expect(await titlesOf('Purchases')).not.toContain('Realised saving EUR');
  });

  it('The list shows realised costs, and the best constant rule beside them', async () => {
    await openList([
      listed({
        evaluation: worth({
          models: [modelWorth(1, '0.00', '-12.30')],
          constant_rules: [
            { name: 'cap_first_auction', expected_cost: '1.00', saved: '2.00', realised: null },
          ],
          best_constant_rule: 'cap_first_auction',
        }),
      }),
    ]);
    const [row = []] = await rows();
    expect(row.slice(6, 8)).toEqual(['-12.30', '2.00 expected: the cap in MID1']);
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
    expect((await rows()).map((row) => row[1])).toEqual(['old']);
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
          : { purchases: [listed({ evaluation: worth() })], next_cursor: 'c1' };
      },
    });
    await user.click(await screen.findByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(saved).toHaveLength(1));
    const lines = (await saved[0]?.text())?.split('\r\n') ?? [];
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^\uFEFFsubmitted_utc,id,retailer_id,first_day/);
    expect(lines[1]).toContain(
      '2026-11-20 10:00,p7,acme,2026-11-24,2026-11-24,96,completed,,,,1,10.25,1000.1,0,',
    );
    expect(lines[2]).toContain(',old,');
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
    const executed = ['3 Cheapest, capped executed trades', ...sums];
    expect(await rowsOf('By decision')).toEqual([executed, byRule]);
    expect(await rowsOf('By model, whatever was decided')).toEqual([
      ['3 Cheapest, capped', ...sums],
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
    await user.tab();
    expect(await screen.findByText('Compras: 2; valoradas: 0; sin decidir: 2.')).toBeTruthy();
    expect(screen.getByText('Aún no se ha decidido.')).toBeTruthy();
  });
});
