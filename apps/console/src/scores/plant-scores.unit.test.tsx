import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '../i18n/language.ts';
import { delivered, plant } from '../test/examples.ts';
import { Rejection, serve } from '../test/service.ts';
import { button, rowsOf, visit } from '../test/visit.tsx';
import { PlantScores, pastOf } from './plant-scores.tsx';

const SCORE = 'GET /api/v0/plants/p1/score';
const NOW = Date.parse('2026-11-24T10:00Z');
const DAYS = { from: '2026-11-17', to: '2026-11-25' };
const ERRORS = { periods: 4, nmae: 0.05, nrmse: 0.0625, bias: null };
const DATA = {
  plant: 'Muxia',
  from: '2026-11-17',
  to: '2026-11-23',
  lead: 'day_ahead',
  periods: 568,
  left_out: { outage: 1104, no_production: 8, no_forecast: 4 },
  produced_mwh: 2192.34,
  origins: [
    {
      ...delivered(),
      by_lead_hours: [{ lead_hours: 17, ...ERRORS }],
      by_hour: [{ hour: 9, ...ERRORS }],
    },
    {
      ...delivered({
        origin: 'solano',
        pinball: 0.0234,
        coverage: { '50': 0.5, '80': 0.785, '90': null },
      }),
      by_lead_hours: [],
      by_hour: [],
    },
  ],
  lost: [],
};
const ERROR_CELLS = ['8.13 %', '10.00 %', '-2.50 %', '77.0 %', '–'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

function open(answer: unknown = DATA, days = DAYS, lead = 'day_ahead') {
  const received = serve({ [SCORE]: answer });
  const user = visit(<PlantScores plant={plant()} days={days} lead={lead} />);
  return { received, user };
}

describe('The scores of a plant', () => {
  it('The scores of a plant are of the days that are over, in % of nominal power', async () => {
    const { received } = open();
    expect(await rowsOf('Scores')).toEqual([
      ['Delivered forecast', ...ERROR_CELLS, '–', '–', '–', '–', '1,300.0'],
      ['Solano’s forecast', ...ERROR_CELLS, '2.34 %', '50.0 %', '78.5 %', '–', '1,300.0'],
    ]);
    expect(received[0]?.what).toBe(`${SCORE}?from=2026-11-17&to=2026-11-23&lead=day_ahead`);
    expect(screen.getByText('Scores, 17 Nov 2026 – 23 Nov 2026')).toBeTruthy();
    expect(
      screen.getByText(
        '568 quarter hours are scored. Left out: 1,104 in outages, 8 without production, 4 without a forecast. Produced: 2,192.3 MWh.',
      ),
    ).toBeTruthy();
  });

  it('The scores of a plant are shown by lead hour and by hour of the day', async () => {
    setLanguage('es');
    const { user } = open();
    for (const title of [
      'Por horas de antelación: Previsión entregada',
      'Por hora del día: Previsión entregada',
    ]) {
      await user.click(await screen.findByText(title));
    }
    expect(await rowsOf('Por horas de antelación: Previsión entregada')).toEqual([
      ['17', '4', '5,00 %', '6,25 %', '–'],
    ]);
    expect(await rowsOf('Por hora del día: Previsión entregada')).toEqual([
      ['09:00–10:00', '4', '5,00 %', '6,25 %', '–'],
    ]);
  });

  it('The scores are of the chosen lead', async () => {
    const { received } = open(DATA, DAYS, 'run');
    await rowsOf('Scores');
    expect(received[0]?.what).toContain('lead=run');
  });

  it('Nothing is scored if no quarter hour has both values, and what is left out is counted', async () => {
    open({ ...DATA, periods: 0, origins: [] });
    expect(
      await screen.findByText(/^No quarter hour has a forecast and a measurement/),
    ).toBeTruthy();
    expect(screen.getByText(/^0 quarter hours are scored. Left out: 1,104/)).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('Days that are not over have no scores, and none are asked for', () => {
    const { received } = open(DATA, { from: '2026-11-24', to: '2026-11-30' });
    expect(screen.getByText(/^Scores are of days that are over/)).toBeTruthy();
    expect(received).toEqual([]);
  });

  it('Scores that could not be loaded are asked for again', async () => {
    let answer: unknown = new Rejection(503, { detail: 'Too busy.' });
    const { user } = open(() => answer);
    expect(await screen.findByText(/Too busy/)).toBeTruthy();
    answer = DATA;
    await user.click(button('Try again'));
    await waitFor(async () => expect(await rowsOf('Scores')).toHaveLength(2));
  });
});

describe('The days that are over', () => {
  it.each([
    ['2026-11-01', '2026-11-10', '2026-11-24T10:00Z', '2026-11-10'],
    ['2026-11-01', '2026-11-30', '2026-11-24T10:00Z', '2026-11-23'],
    ['2026-11-01', '2026-11-30', '2026-11-24T22:59Z', '2026-11-23'],
    ['2026-11-01', '2026-11-30', '2026-11-24T23:00Z', '2026-11-24'],
    ['2026-11-24', '2026-11-30', '2026-11-24T10:00Z', undefined],
  ])('Of %s to %s, at %s, the days up to %s are over', (from, to, now, last) => {
    expect(pastOf({ from, to }, Date.parse(now))).toEqual(last && { from, to: last });
  });
});
