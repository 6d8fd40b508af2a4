import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOW, openDesk, PURCHASE, purchase, TOMORROW } from '../test/desk.tsx';
import { decision, evaluated, evaluation, worth } from '../test/examples.ts';
import { rowsOf } from '../test/visit.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

/** A purchase of whose decisions that for a model counts. */
function counting(counted_idmodel: number, listed: ReturnType<typeof purchase>) {
  return { ...listed, evaluation: worth({ ...listed.evaluation, counted_idmodel }) };
}

describe('The purchases of the desk', () => {
  const PURCHASES = {
    'GET /api/v0/user/ana/purchases': {
      purchases: [
        purchase('p1', TOMORROW),
        purchase('p2', ['2026-11-24', '2026-11-24']),
        purchase('p3', ['2026-11-23', '2026-11-23']),
        purchase('p4', ['2026-11-20', '2026-11-20'], decision({ too_late: ['MD', 'MID1'] })),
        purchase('p5', ['2026-11-10', '2026-11-10'], decision({ too_late: ['MD'] })),
        purchase('p6', TOMORROW, decision()),
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
      recommended: { idmodel: 3, reason: 'ahead_of_rule', backtest: null },
      place_by: { MID1: '2026-11-24T14:00:00.000Z', MD: '2026-11-24T11:00:00.000Z' },
    }),
    [`GET ${PURCHASE}/p2/evaluation`]: evaluation(),
  };

  it('The newest purchase that waits is shown with its models in euro, and a link to decide', async () => {
    openDesk(PURCHASES);
    expect(await rowsOf('Suggested purchase of 20/11/2026, 11:00')).toEqual([
      ['1 Day-ahead', '1,234.50', '0.00', '1,500.25'],
      ['3 Cheapest, capped recommended', '1,200.00', '34.50', '–'],
    ]);
    const target = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name }).hash;
    expect(target('Decide')).toBe('#/purchases/ana/p1');
    expect(target('34.50')).toBe('#/purchases/ana/p1?idmodel=3');
  });

  it('Purchases wait until the first gate of any model; those whose delivery is over wait no more', async () => {
    openDesk(PURCHASES);
    await waitFor(async () =>
      expect(await rowsOf('Purchases waiting for a decision')).toEqual([
        ['20/11/2026, 11:00', 'Wed 25 Nov', '36.0', 'MD Tue 24 Nov, 12:00 (in 1 hour)'],
        ['20/11/2026, 11:00', 'Tue 24 Nov', '36.0', 'closed'],
      ]),
    );
  });

  it('A purchase whose decision was withdrawn too late does not wait: the decision counts', async () => {
    openDesk({
      'GET /api/v0/user/ana/purchases': {
        purchases: [counting(3, purchase('p4', TOMORROW))],
        next_cursor: null,
      },
    });
    expect(await rowsOf('Decided too late')).toEqual([
      [
        '20/11/2026, 11:00',
        'Wed 25 Nov',
        '–',
        '3 Cheapest, capped counts · withdrawn too late: not counted',
      ],
    ]);
    expect(await screen.findByText(/^Nothing waits/)).toBeTruthy();
  });

  it('A purchase that was decided anew too late is listed with the decision that counts', async () => {
    const late = purchase('p4', TOMORROW, decision({ idmodel: 1, too_late: ['MD'] }));
    openDesk({
      'GET /api/v0/user/ana/purchases': { purchases: [counting(3, late)], next_cursor: null },
    });
    const [row] = await rowsOf('Decided too late');
    expect(row?.at(-1)).toBe(
      '3 Cheapest, capped counts · 1 Day-ahead too late for MD: not counted',
    );
  });

  it('A purchase that was decided too late is listed for a week with the gates that it missed', async () => {
    openDesk(PURCHASES);
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
