import { screen, waitFor } from '@testing-library/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chooseDesk } from '../desk/desk.tsx';
import { setLanguage } from '../i18n/language.ts';
import { delivered, measurementUpload, outage, plant, scoreSummary } from '../test/examples.ts';
import { savedLines } from '../test/saved-file.ts';
import { Rejection, serve } from '../test/service.ts';
import { button, drop, pick, rowsOf, titlesOf, visit } from '../test/visit.tsx';
import { Page as Consumption } from './consumption-page.tsx';
import { Page as Production } from './production-page.tsx';

const NOW = Date.parse('2026-11-24T10:00Z');
const CSV = new File(['a;b\n1;2\n'], 'marzo.csv', { type: 'text/csv' });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterEach(() => setLanguage('en'));

describe('The page of production', () => {
  const SCORES = 'GET /api/v0/plants/scores';
  const never = { delivered_at: null, until: null, late_since: '2026-11-24T09:00:00.000Z' };
  function open(answers: Record<string, unknown> = {}) {
    const received = serve({
      'GET /api/v0/plants/': [plant()],
      'GET /api/v0/production/uploads': [],
      [SCORES]: [
        scoreSummary({
          origins: [
            delivered(),
            delivered({
              origin: 'solano',
              nmae: 0.06,
              pinball: 0.0234,
              coverage: { '50': 0.5, '80': 0.785, '90': null },
            }),
          ],
          lost: [{ unavailability_id: 'o1', mwh: 12.34, eur: 500, origin: 'solano' }],
        }),
        scoreSummary({
          id: 'p2',
          plant: 'Teide',
          periods: 0,
          left_out: { outage: 0, no_production: 96, no_forecast: 0 },
          produced_mwh: null,
          origins: [],
          forecast_mwh: null,
          production: never,
        }),
      ],
      ...answers,
    });
    return { received, user: visit(<Production />) };
  }

  it('The page of production shows yesterday’s plants, those first whose delivery is late', async () => {
    const { received } = open();
    expect(await rowsOf('Yesterday, 23 Nov 2026')).toEqual([
      ['Teide', ...Array<string>(9).fill('–'), 'never, late since 24/11/2026, 10:00', '4 days ago'],
      [
        'Muxia',
        '1,234.6',
        '1,300.0',
        '8.13 %',
        '6.00 %',
        '-2.50 %',
        '2.34 %',
        '78.5 %',
        '12.3',
        '500.00',
        '4 days ago measured until 20/11/2026, 11:00',
        '4 days ago',
      ],
    ]);
    expect(received.map(({ what }) => what)).toContain(`${SCORES}?from=2026-11-23&to=2026-11-23`);
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: 'Teide' }).hash).toBe('#/plants/p2');
    const links = screen.getAllByRole<HTMLAnchorElement>('link', { name: /^(CSV|XLSX)$/ });
    expect(links.map(({ href }) => href.replace(/.*\/api\/v0\//, ''))).toEqual([
      'plants/scores?from=2026-11-23&to=2026-11-23&format=csv',
      'plants/scores?from=2026-11-23&to=2026-11-23&format=xlsx',
      'production/?from=2026-11-23&to=2026-11-23&format=csv',
      'production/?from=2026-11-23&to=2026-11-23&format=xlsx',
    ]);
  });

  it('The file of plants has one figure a cell, as a spreadsheet in Spanish reads it', async () => {
    setLanguage('es');
    const { user } = open();
    const caption = 'Ayer, 23 nov 2026';
    await rowsOf(caption);
    const lines = savedLines();
    await user.click(button(`CSV: ${caption}`));
    expect(await lines).toEqual([
      'Planta;MWh producidos;MWh previstos;nMAE (%);nMAE Solano (%);Sesgo (%);Pinball (%);En la banda del 80 % (%);MWh perdidos;EUR perdidos;Indisponibilidad en curso;Última producción;Medida hasta;Última producción: con retraso desde;Última previsión;Última previsión: con retraso desde',
      'Teide;;;;;;;;;;No;;;2026-11-24 10:00;2026-11-20 11:00;',
      'Muxia;1234,56;1300;8,126;6;-2,5;2,34;78,5;12,34;500;No;2026-11-20 11:00;2026-11-20 11:00;;2026-11-20 11:00;',
    ]);
  });

  it('What an outage cost that is not over is marked, on the page and in its file', async () => {
    const { user } = open({ 'GET /api/v0/unavailabilities/': [outage({ id: 'o1' })] });
    const caption = 'Yesterday, 23 Nov 2026';
    await waitFor(async () => expect((await rowsOf(caption))[1]?.[9]).toBe('500.00so far'));
    const lines = savedLines();
    await user.click(button(`CSV: ${caption}`));
    expect((await lines)[2]).toContain(',12.34,500,Yes,');
  });

  it('The page of production prints', async () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    const { user } = open();
    await user.click(button('Print'));
    expect(print).toHaveBeenCalledOnce();
  });

  it('The page of production shows the sum of the plants with its band, of all or of an agrupation', async () => {
    const row = {
      start_utc: '2026-11-24T10:00:00Z',
      end_utc: '2026-11-24T11:00:00Z',
      datetime: '',
      mw: 30,
      p10: 20,
      p90: 45,
      available_mw: 28,
    };
    const origins = [delivered({ origin: 'solano' })];
    const { received, user } = open({
      'GET /api/v0/plants/': [plant(), plant({ id: 'p2', name: 'Teide', agrupation: 'islands' })],
      [SCORES]: [scoreSummary({ origins }), scoreSummary({ id: 'p2', plant: 'Teide', origins })],
      'GET /api/v0/plants/forecast': {
        agrupation: null,
        plants: ['Muxia'],
        missing: ['Teide'],
        generated_at: '2026-11-24T08:05:00.000Z',
        rows: [row],
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Table' }));
    const sum = 'Solano’s forecast';
    expect((await rowsOf(sum)).map((cells) => cells.slice(2))).toEqual([
      ['28.000', '30.000', '45.000', '20.000'],
    ]);
    expect(screen.getByText(/^Sum of Muxia, .* Without a forecast: Teide\.$/)).toBeTruthy();
    await pick(user, 'Group', 'islands');
    await waitFor(() =>
      expect(received.at(-1)?.what).toBe(
        'GET /api/v0/plants/forecast?quantiles=10%2C90&agrupation=islands',
      ),
    );
  });

  it('The page of production says where Solano has no forecast yet, and asks for no sum', async () => {
    const { received } = open({ [SCORES]: [scoreSummary()] });
    expect(await screen.findByText(/^Solano has no forecast yet/)).toBeTruthy();
    expect(received.filter(({ what }) => what.includes('/plants/forecast'))).toEqual([]);
  });

  it('The page of production shows the days of the address', async () => {
    history.replaceState(null, '', '#/production?from=2026-11-01&to=2026-11-23');
    open();
    expect(await rowsOf('1 Nov 2026 – 23 Nov 2026')).toHaveLength(2);
  });

  it('The page of production says what to do first if there are no plants', async () => {
    open({ 'GET /api/v0/plants/': [] });
    expect(await screen.findByText(/create a plant first/)).toBeTruthy();
    expect(button('Upload production').disabled).toBe(true);
  });

  it('The files of production are usable where the scores cannot be loaded', async () => {
    const { user } = open({ [SCORES]: new Rejection(503, { detail: 'Too busy.' }) });
    expect(await screen.findByText(/Too busy/)).toBeTruthy();
    await user.click(button('Upload production'));
    expect(await screen.findByRole('dialog', { name: 'Upload production' })).toBeTruthy();
  });

  it('A file of production that is dropped on the page is read', async () => {
    const { received } = open();
    await waitFor(() => {
      drop(CSV);
      expect(screen.getByRole('dialog', { name: 'Upload production' })).toBeTruthy();
    });
    const files = 'POST /api/v0/production/files';
    await waitFor(() => expect(received.map(({ what }) => what)).toContain(files));
  });
});

describe('The page of consumption', () => {
  const LIST = 'GET /api/v0/user/ana/consumption/';
  const FORECAST = 'GET /api/v0/user/ana/consumption/forecast';
  const row = (group: string, hour: number, mw: number) => ({
    group,
    start_utc: `2026-11-23T0${hour}:00:00Z`,
    end_utc: `2026-11-23T0${hour}:15:00Z`,
    datetime: '',
    mw,
  });
  function open(answers: Record<string, unknown> = {}) {
    chooseDesk({ user: 'ana', retailer: 'acme' });
    const received = serve({
      'GET /api/v0/purchases/parties': [],
      'GET /api/v0/user/ana/consumption/uploads': [measurementUpload({ series: ['sur'] })],
      [LIST]: [row('sur', 1, 1.5), row('norte', 1, 2), row('sur', 2, 1)],
      [FORECAST]: new Rejection(409, { error: 'No group has 28 known days.' }),
      ...answers,
    });
    return { received, user: visit(<Consumption />) };
  }
  const asTable = async (user: ReturnType<typeof visit>) => {
    await user.click(await screen.findByRole('button', { name: 'Table' }));
    return rowsOf('Measured');
  };

  it('The page of consumption shows each group over the days of the address', async () => {
    history.replaceState(null, '', '#/consumption?from=2026-11-23&to=2026-11-23');
    const { received, user } = open();
    expect(await asTable(user)).toEqual([
      ['Mon 23 Nov, 02:00', 'Mon 23 Nov, 02:15', '1.500', '2.000'],
      ['Mon 23 Nov, 03:00', 'Mon 23 Nov, 03:15', '1.000', '–'],
    ]);
    expect(await titlesOf('Measured')).toEqual(['From', 'To', 'sur', 'norte']);
    const query = '?retailer_id=acme&from=2026-11-23&to=2026-11-23';
    expect(received.map(({ what }) => what)).toContain(`${LIST}${query}&resolution=15`);
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'XLSX' });
    expect(link.href).toMatch(`/api/v0/user/ana/consumption/${query}&format=xlsx`);
  });

  it('The page of consumption shows the last 30 days if the address names none', async () => {
    const { received } = open();
    await screen.findByRole('button', { name: 'Table' });
    expect(received.some(({ what }) => what.includes('from=2026-10-25&to=2026-11-23'))).toBe(true);
  });

  it('The page of consumption shows the forecast with its band after what its groups measured', async () => {
    const hour = {
      start_utc: '2026-11-24T23:00:00Z',
      end_utc: '2026-11-25T00:00:00Z',
      datetime: '2026-11-25 01:00',
      mw: 2,
      p10: 1.5,
      p90: 2.75,
      busbar_mw: 2.2,
    };
    const { received, user } = open({
      [LIST]: [row('sur', 1, 1.5), row('norte', 1, 2), row('old', 1, 5)],
      [FORECAST]: { group: null, groups: ['norte', 'sur'], as_of: '', rows: [hour] },
    });
    await screen.findByText(/^At the meters/);
    for (const each of screen.getAllByRole('button', { name: 'Table' })) await user.click(each);
    expect(await rowsOf('Forecast of the next days')).toEqual([
      ['Mon 23 Nov, 02:00', 'Mon 23 Nov, 03:00', '3.500', '–', '–', '–'],
      ['Wed 25 Nov, 00:00', 'Wed 25 Nov, 01:00', '–', '2.000', '2.750', '1.500'],
    ]);
    const asked = received.map(({ what }) => what);
    const days = 'from=2026-11-25&to=2026-12-01&quantiles=10%2C90';
    expect(asked).toContain(`${FORECAST}?retailer_id=acme&${days}`);
    expect(asked).toContain(`${LIST}?retailer_id=acme&from=2026-11-17&to=2026-11-24&resolution=60`);
  });

  it('A group is shown alone when it is chosen', async () => {
    const { user } = open();
    await asTable(user);
    await pick(user, 'Group', 'norte');
    expect(await rowsOf('Measured')).toHaveLength(1);
  });

  it('Many groups are summed, without the periods in which one has no value', async () => {
    const names = Array.from({ length: 9 }, (_, index) => `g${index}`);
    const { user } = open({ [LIST]: [...names.map((name) => row(name, 1, 2)), row('g0', 2, 5)] });
    expect((await asTable(user)).map((cells) => cells[2])).toEqual(['18.000']);
    expect(await titlesOf('Measured')).toContain('Sum of 9 groups');
    expect(screen.getByText(/^The sum has no value where/)).toBeTruthy();
  });

  it('The page of consumption says what to do if nothing is measured', async () => {
    open({ [LIST]: [] });
    expect(await screen.findByText(/Upload the file that your meters give/)).toBeTruthy();
    expect(await screen.findByText(/needs 28 whole days/)).toBeTruthy();
  });

  it('The page of consumption reports why it cannot be read, and asks again', async () => {
    let answer: unknown = new Rejection(400, { error: 'Ask for fewer days.' });
    const { user } = open({ [LIST]: () => answer });
    expect(await screen.findByText(/Ask for fewer days/)).toBeTruthy();
    answer = [];
    await user.click(button('Try again'));
    expect(await screen.findByText(/^Nothing is measured/)).toBeTruthy();
  });

  it('A file of consumption that is dropped on the page is read for its user and retailer', async () => {
    const { received } = open();
    await waitFor(() => {
      drop(CSV);
      expect(screen.getByRole('dialog', { name: 'Upload consumption' })).toBeTruthy();
    });
    const files = 'POST /api/v0/user/ana/consumption/files?retailer_id=acme';
    await waitFor(() => expect(received.map(({ what }) => what)).toContain(files));
  });

  it('The page of consumption asks for user and retailer first', async () => {
    const received = serve({ 'GET /api/v0/purchases/parties': [] });
    visit(<Consumption />);
    expect(await screen.findByText(/belong to a user and a retailer/)).toBeTruthy();
    expect(received.some(({ what }) => what.includes('/user/'))).toBe(false);
  });
});
