import { screen, waitFor } from '@testing-library/dom';
import { describe, expect, it } from 'vitest';
import { plant } from '../test/examples.ts';
import { type Received, Rejection, serve } from '../test/service.ts';
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
const NEWEST = 'GET /api/v0/plants/p1/forecast';
const NEWEST_FORECAST = {
  plant: 'Muxia',
  origin: 'solano',
  method: 'learned',
  generated_at: '2026-11-24T08:05:00.000Z',
  weather: { source: 'open-meteo', issued_at: '2026-11-24T00:00:00.000Z' },
  rows: [],
};
const CHART = /^Forecast and measured power/;

function open(
  answers: Record<string, unknown> = {},
  { days = DAYS, lead = 'day_ahead', own = [] as readonly object[] } = {},
) {
  const received = serve({
    [SERIES]: ({ what }: Received) => ({
      plant: 'Muxia',
      lead,
      origin: 'delivered',
      rows: what.includes('origin=solano')
        ? own
        : [
            { ...span(10), mw: 20, available_mw: 12.5 },
            { ...span(11), mw: 21, available_mw: 21 },
          ],
    }),
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
    expect(await titlesOf(CHART)).toEqual([
      'From',
      'To',
      'Forecast less outages MW',
      'Delivered forecast',
      'Measured',
    ]);
    expect((await rowsOf(CHART)).map((row) => row.slice(2))).toEqual([
      ['12.500', '20.000', '–'],
      ['21.000', '21.000', '0.000'],
      ['–', '–', '19.123'],
    ]);
    const days = 'from=2026-11-23&to=2026-11-24';
    expect(what()).toContain(
      `${SERIES}?${days}&lead=day_ahead&resolution=15&origin=delivered&quantiles=10%2C90`,
    );
    expect(what()).toContain(`${PRODUCTION}?plant_id=Muxia&${days}&resolution=15`);
  });

  it('The power of a plant has the forecast of the service with its band, available where none was delivered', async () => {
    const own = [
      { ...span(11), mw: 18, p10: 12, p90: 25, available_mw: 17 },
      { ...span(13), mw: 19, p10: 13, p90: 26, available_mw: 9.5 },
    ];
    const { user } = open({ [NEWEST]: NEWEST_FORECAST }, { own });
    await user.click(await screen.findByRole('button', { name: 'Table' }));
    expect((await titlesOf(CHART)).slice(2)).toEqual([
      'Forecast less outages MW',
      'Delivered forecast',
      'Solano’s forecast',
      'Measured',
      'Solano’s forecast p90',
      'Solano’s forecast p10',
    ]);
    expect((await rowsOf(CHART)).map((row) => row.slice(2))).toEqual([
      ['12.500', '20.000', '–', '–', '–', '–'],
      ['21.000', '21.000', '18.000', '0.000', '25.000', '12.000'],
      ['–', '–', '–', '19.123', '–', '–'],
      ['9.500', '–', '19.000', '–', '26.000', '13.000'],
    ]);
    expect(
      screen.getByText(
        /newest forecast: learned from the production of the plant; made 24\/11\/2026, 09:05; weather: open-meteo, 24\/11\/2026, 01:00\./,
      ),
    ).toBeTruthy();
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'XLSX' }).href).toMatch(
      /plants\/p1\/forecast\?origin=solano&format=xlsx$/,
    );
  });

  it('A plant without a forecast of the service says what it needs, and asks for none', async () => {
    const { what } = open();
    expect(await screen.findByText(/^Solano has no forecast yet/)).toBeTruthy();
    expect(what().filter((each) => each.startsWith(`${NEWEST}?`))).toEqual([]);
  });

  it('The power of more than a month is shown in hours', async () => {
    const { what } = open({}, { days: { from: '2026-10-01', to: '2026-11-24' } });
    await screen.findByRole('button', { name: 'Table' });
    expect(what().filter((each) => /from=2026-10-01.*&resolution=60/.test(each))).toHaveLength(3);
  });

  it('The newest forecast before each period is shown where each version is scored', async () => {
    const { what } = open({}, { lead: 'run' });
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
