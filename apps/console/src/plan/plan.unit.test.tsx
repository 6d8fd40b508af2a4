import { screen } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { savedLines } from '../test/saved-file.ts';
import { serve } from '../test/service.ts';
import { button, rowsOf, textOf, visit } from '../test/visit.tsx';
import { Plan } from './plan.tsx';

const CLEARED = {
  session: 'MD',
  status: 'cleared',
  bought_mwh: 12,
  average_price: '50.00',
  cost: '603.00',
  revised_price: null,
  rests_on: 'decision',
};
const OPEN = { ...CLEARED, session: 'MID1', status: 'open', bought_mwh: 0, average_price: null };
const NEXT = {
  session: 'MID1',
  day: '2026-11-24',
  closes_at: '2026-11-23T14:00:00.000Z',
  periods: [
    {
      datetime: '2026-11-24 12:00',
      side: 'buy',
      steps: [
        { price: '9999.00', mw: 2 },
        { price: '51.25', mw: 1.5 },
      ],
    },
    { datetime: '2026-11-24 13:00', side: 'sell', steps: [{ price: null, mw: 0.5 }] },
  ],
};

function open(fields: object) {
  const plan = {
    now: '2026-11-23T13:00:00.000Z',
    sessions: [CLEARED, OPEN],
    left_mwh: 8,
    left: [],
    superseded: [],
  };
  serve({ 'GET /api/v0/user/ana/purchase/p7/plan': { ...plan, next: NEXT, ...fields } });
  return visit(<Plan user="ana" id="p7" />);
}

describe('A plan', () => {
  it('A plan shows what each session bought, what is left and what is bid next', async () => {
    const user = open({});
    expect(await rowsOf('Plan')).toEqual([
      ['MD', 'cleared', '12.000', '50.00', '603.00'],
      ['MID1', 'open', '0.000', '–', '603.00'],
    ]);
    const left = screen.getByText(/MWh are left/);
    expect(textOf(left)).toBe(
      '8.000 MWh are left. Next: MID1 for Tue 24 Nov, until 23/11/2026, 15:00.',
    );
    expect(await rowsOf('Next bids')).toEqual([
      ['2026-11-24 12:00', '2: 9,999.00 · 1.5: 51.25'],
      ['2026-11-24 13:00', 'sell, from the price on: 0.5: at any price'],
    ]);
    const lines = savedLines();
    await user.click(button('CSV: Next bids'));
    expect(await lines).toEqual([
      'Period until,MW 1,EUR/MWh 1,MW 2,EUR/MWh 2',
      '2026-11-24 12:00,2,9999,1.5,51.25',
      '2026-11-24 13:00,-0.5,,,',
    ]);
  });

  it('A plan says where its bids wait, and shows revised prices where there are any', async () => {
    const revised = { ...CLEARED, revised_price: '52.00', rests_on: 'executed' };
    open({ sessions: [revised], next: { ...NEXT, periods: [] } });
    expect((await rowsOf('Plan'))[0]?.[4]).toBe('52.00');
    expect(screen.getByText(/Its bids follow the result of the session before/)).toBeTruthy();
  });

  it('A plan without anything left has no next session', async () => {
    setLanguage('es');
    open({ next: null, left_mwh: 0 });
    expect(await screen.findByText('Quedan 0,000 MWh.')).toBeTruthy();
    setLanguage('en');
  });
});
