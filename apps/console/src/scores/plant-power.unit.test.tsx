import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { plant } from '../test/examples.ts';
import { Rejection, serve } from '../test/service.ts';
import { button, rowsOf, titlesOf, visit } from '../test/visit.tsx';
import { PlantPower } from './plant-power.tsx';

const SERIES = 'GET /api/v0/plants/p1/forecast/series';
const PRODUCTION = 'GET /api/v0/production/';
const DAYS = { from: '2026-11-23', to: '2026-11-24' };
const span = (hour: number) => ({
  start_utc: `2026-11-23T${hour}:00:00Z`,
  end_utc: `2026-11-23T${hour}:15:00Z`,
  datetime: '',
});
const CHART = /^Forecast, measured and available power/;

function open(answers: Record<string, unknown> = {}, days = DAYS, lead = 'day_ahead') {
  const received = serve({
    [SERIES]: {
      plant: 'Muxia',
      lead,
      rows: [
        { ...span(10), mw: 20, available_mw: 12.5 },
        { ...span(11), mw: 21, available_mw: 21 },
      ],
    },
    [PRODUCTION]: [
      { plant_id: 'Muxia', ...span(11), mw: 0 },
      { plant_id: 'Muxia', ...span(12), mw: 19.123456 },
    ],
    'GET /api/v0/unavailabilities/': [],
    ...answers,
  });
  const user = visit(<PlantPower plant={plant()} days={days} lead={lead} />);
  return { user, what: () => received.map(({ what }) => what) };
}

describe('The power of a plant', () => {
  it('The power of a plant is forecast, available and measured over the same periods', async () => {
    const { user, what } = open();
    await user.click(await screen.findByRole('button', { name: 'Table' }));
    expect(await titlesOf(CHART)).toEqual(['Start', 'End', 'Forecast', 'Available', 'Measured']);
    expect((await rowsOf(CHART)).map((row) => row.slice(2))).toEqual([
      ['20.000', '12.500', '–'],
      ['21.000', '21.000', '0.000'],
      ['–', '–', '19.123'],
    ]);
    const days = 'from=2026-11-23&to=2026-11-24';
    expect(what()).toContain(`${SERIES}?${days}&lead=day_ahead&resolution=15`);
    expect(what()).toContain(`${PRODUCTION}?plant_id=Muxia&${days}&resolution=15`);
  });

  it('The power of more than a month is shown in hours', async () => {
    const { what } = open({}, { from: '2026-10-01', to: '2026-11-24' });
    await screen.findByRole('button', { name: 'Table' });
    expect(what().filter((each) => each.endsWith('&resolution=60'))).toHaveLength(2);
  });

  it('The newest forecast before each period is shown where each version is scored', async () => {
    const { what } = open({}, DAYS, 'run');
    await screen.findByRole('button', { name: 'Table' });
    expect(what().some((each) => each.includes('&lead=0&'))).toBe(true);
  });

  it('Measured power is shown where forecasts cannot be loaded, which is reported', async () => {
    let answer: unknown = new Rejection(503, { detail: 'The storage is away.' });
    const { user } = open({ [SERIES]: () => answer });
    expect(await screen.findByText(/The storage is away/)).toBeTruthy();
    await user.click(button('Table'));
    expect((await rowsOf(CHART)).map((row) => row.slice(2))).toEqual([
      ['–', '–', '0.000'],
      ['–', '–', '19.123'],
    ]);
    answer = { plant: 'Muxia', lead: 'day_ahead', rows: [] };
    await user.click(button('Try again'));
    await waitFor(() => expect(screen.queryByText(/The storage is away/)).toBeNull());
  });

  it('A plant without forecast and measurement says how to get them', async () => {
    open({ [SERIES]: { plant: 'Muxia', lead: 'day_ahead', rows: [] }, [PRODUCTION]: [] });
    expect(await screen.findByText(/Upload the production of the plant/)).toBeTruthy();
  });
});
