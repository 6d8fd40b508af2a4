import { screen, waitFor } from '@testing-library/dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AuditTrail } from '../audit/audit-trail.tsx';
import { market, outage, plant, scoreSummary } from '../test/examples.ts';
import { savedLines } from '../test/saved-file.ts';
import { type Received, Rejection, serve } from '../test/service.ts';
import { button, enter, pick, reported, rowsOf, textOf, visit } from '../test/visit.tsx';
import { Page as Forecasts } from './forecasts-page.tsx';
import { Page as Plants } from './plants-page.tsx';
import { Page as Service } from './service-page.tsx';

const NOW = Date.parse('2026-11-24T10:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});

describe('The page of plants', () => {
  const PLANTS = [
    plant(),
    plant({
      id: 'p2',
      name: 'Teide',
      technology_type: 'solar',
      installed_capacity_mw: '12.500',
      area: 'IC',
    }),
  ];
  function open(answers: Record<string, unknown> = {}) {
    const received = serve({
      'GET /api/v0/plants/': PLANTS,
      'GET /api/v0/unavailabilities/': [
        outage({ available_power_mw: 12.5 }),
        outage({ id: 'o2', available_power_mw: 20 }),
        outage({ id: 'o3', plant_id: 'Teide', end_time_utc: '2026-11-24T10:00:00.000Z' }),
      ],
      ...answers,
    });
    return { received, user: visit(<Plants path={[]} />) };
  }

  it('The page of plants sums the capacity, and shows a plant’s power under its largest outage of now', async () => {
    open();
    await waitFor(async () =>
      expect(await rowsOf('Plants')).toEqual([
        ['Muxia', 'Wind', '50.0', 'reduced to 12.5 MW', '', 'ES'],
        ['Teide', 'Solar', '12.5', 'available', '', 'IC'],
      ]),
    );
    expect(screen.getByText('2 plants, 62.5 MW')).toBeTruthy();
  });

  it('The list of plants is searched by name, label, group and area', async () => {
    const { user } = open();
    await rowsOf('Plants');
    await enter(user, 'Search', 'ic');
    expect((await rowsOf('Plants')).map(([name]) => name)).toEqual(['Teide']);
    expect(screen.getByText('1 plant, 12.5 MW')).toBeTruthy();
  });

  it('The page of plants says what to do first if there are none', async () => {
    const { user } = open({ 'GET /api/v0/plants/': [] });
    expect(await screen.findByText(/^There are no plants yet/)).toBeTruthy();
    await user.click(button('New plant'));
    expect(screen.getByRole('dialog', { name: 'New plant' })).toBeTruthy();
  });
});

describe('The page of a plant', () => {
  const PLANT = '/api/v0/plants/p1/';
  function open(answers: Record<string, unknown> = {}) {
    const received = serve({
      [`GET ${PLANT}`]: plant({ lat: '28.27', lon: '-16.64', timezone: 'Atlantic/Canary' }),
      'GET /api/v0/unavailabilities/': [
        outage(),
        outage({
          id: 'o2',
          start_time_utc: '2026-11-16T08:00:00.000Z',
          end_time_utc: '2026-11-16T23:00:00.000Z',
        }),
      ],
      'GET /api/v0/outages/uploads': [],
      'GET /api/v0/production/uploads': [],
      'GET /api/v0/production/': [],
      'GET /api/v0/plants/p1/score': {
        ...scoreSummary(),
        origins: [],
        lost: [{ unavailability_id: outage().id, mwh: 12.34, eur: null, origin: 'delivered' }],
      },
      'GET /api/v0/plants/p1/forecast/series': { plant: 'Muxia', lead: 'day_ahead', rows: [] },
      ...answers,
    });
    return { received, user: visit(<Plants path={['p1']} />) };
  }

  it('The page of a plant shows its data, and its outages of the days, on its own clock', async () => {
    open();
    await waitFor(() =>
      expect(textOf(document.querySelector('.facts'))).toContain(
        'Installed MW50.000Nominal MW48.500Latitude28.27000Longitude-16.64000AreaESGroup–',
      ),
    );
    expect(await rowsOf('Outages')).toEqual([
      [
        '24/11/2026, 08:00',
        '24/11/2026, 12:00',
        '12.5',
        'Unavailability',
        '12.3 so far',
        '–',
        'Delivered forecast',
        '',
      ],
    ]);
    expect(screen.getByText(/^Lost in outages: the forecast/)).toBeTruthy();
  });

  it('The file of a plant’s outages has what they cost as numbers, and whether they are over', async () => {
    const { user } = open();
    await waitFor(async () => expect((await rowsOf('Outages'))[0]).toContain('12.3 so far'));
    const lines = savedLines();
    await user.click(button('CSV: Outages'));
    expect(await lines).toEqual([
      'Start,End,Available MW,Type,Lost MWh,Lost EUR,Lost against,Outage not over',
      '2026-11-24 08:00,2026-11-24 12:00,12.5,Unavailability,12.34,,Delivered forecast,Yes',
    ]);
  });

  it('The plant is deleted only after a confirmation that names it', async () => {
    const { received, user } = open({ [`DELETE ${PLANT}`]: new Response(null, { status: 204 }) });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('dialog', { name: 'Delete Muxia?' })).toBeTruthy();
    await user.click(button('Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(received.some(({ what }) => what.startsWith('DELETE'))).toBe(false);
    await user.click(button('Delete'));
    await screen.findByRole('dialog');
    await user.click(screen.getAllByRole('button', { name: 'Delete' }).at(-1) as HTMLElement);
    await reported('Deleted.');
    expect(location.hash).toBe('#/plants');
  });

  it('The page says why the plant cannot be deleted', async () => {
    const { user } = open({
      [`DELETE ${PLANT}`]: new Rejection(403, { detail: 'The scope is missing.' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByRole('dialog');
    await user.click(screen.getAllByRole('button', { name: 'Delete' }).at(-1) as HTMLElement);
    await reported('The scope is missing.');
    expect(location.hash).not.toBe('#/plants');
  });

  it('The page of an unknown plant says that there is none', async () => {
    open({ [`GET ${PLANT}`]: new Rejection(404) });
    expect(await screen.findByText('There is no such plant.')).toBeTruthy();
  });
});

describe('The page of the service', () => {
  const STATE = {
    version: '1.0.0',
    node: 'v26.10.0',
    engine: 'embedded',
    status: 'not ready',
    checks: { database: { ok: true }, storage: { ok: false, reason: 'It is full.' } },
    backup: null,
    queue: {
      pending: { count: 1234, oldest_submitted_at: '2026-11-24T09:00:00.000Z' },
      in_progress: { count: 0, oldest_submitted_at: null },
    },
    markets: [
      {
        market: 'md_pdbc_spain',
        newest_realised_day: '2026-11-23',
        newest_realised_at: null,
        late_by_seconds: 5_400,
        newest_prediction_known_until: null,
      },
    ],
    failures: { since: '2026-11-17T10:00:00.000Z', customers: [], sources: [] },
  };
  const open = (answers: Record<string, unknown> = {}) => {
    serve({ 'GET /api/v0/service': STATE, 'GET /api/v0/markets/': [market()], ...answers });
    visit(<Service />);
  };

  it('The page of the service names the failing part with its reason, and the waiting work', async () => {
    open();
    expect(await rowsOf('State')).toEqual([
      ['Database', 'works'],
      ['storage', 'It is full.'],
    ]);
    expect(screen.getByText('not ready')).toBeTruthy();
    expect(await rowsOf('Queue')).toEqual([
      ['pending', '1,234', '1 hour ago'],
      ['in progress', '0', '–'],
    ]);
    expect(screen.getByText('None are made.')).toBeTruthy();
    expect((await rowsOf('Markets'))[0]).toEqual([
      'MD',
      'Mon 23 Nov',
      'ENTSO-E 2',
      '24/11/2026, 13:00',
      '–',
      'Fri 20 Nov, Sat 21 Nov',
      '–',
      '–',
      '24/11/2026, 09:00',
    ]);
  });

  it('The page of the service shows an operator without the scope prices how late they are', async () => {
    open({ 'GET /api/v0/markets/': new Rejection(403) });
    await waitFor(async () =>
      expect(await rowsOf('Markets')).toEqual([['MD', 'Mon 23 Nov', '1.5 h', '–']]),
    );
  });

  it('The page of the service shows the newest backup, and the problems that its check found', async () => {
    open({
      'GET /api/v0/service': {
        ...STATE,
        backup: {
          newest: {
            id: 'b1',
            kind: 'cluster',
            started_at: '2026-11-24T01:00:00.000Z',
            finished_at: '2026-11-24T01:05:00.000Z',
            encrypted: false,
          },
          archived_until: null,
          verification: {
            backup: 'b1',
            at: '2026-11-24T02:00:00.000Z',
            ok: false,
            problems: ['One file differs.'],
            missing: ['wal/7'],
          },
          failure: 'The bucket is away.',
        },
      },
    });
    expect((await screen.findByText('The bucket is away.')).getAttribute('role')).toBe('alert');
    const facts = textOf(document.querySelector('.facts'));
    expect(facts).toContain('Newest24/11/2026, 02:05 (b1)Changes until–EncryptedNo');
    expect(facts).toContain('Verified24/11/2026, 03:00 One file differs. wal/7');
  });

  it('The page of the service lists what failed, with links to the customers', async () => {
    const failed = { count: 1234, newest_at: '2026-11-24T09:00:00.000Z', newest_error: 'Late.' };
    const deliveries = { ...failed, count: 1, newest_error: 'Receiver: 410' };
    const source = { source: 'esios', answered_at: null, failed_at: null, error: 'answered 503' };
    const customers = [
      { customer: 'Sur/2', purchases: failed, deliveries },
      { customer: 'Norte', purchases: null, deliveries },
    ];
    const failures = { ...STATE.failures, customers, sources: [source] };
    open({ 'GET /api/v0/service': { ...STATE, failures } });
    expect(await rowsOf('What failed')).toEqual([
      ['Sur/2', 'Purchases', '1,234', '24/11/2026, 10:00', 'Late.'],
      ['Sur/2', 'Webhook messages', '1', '24/11/2026, 10:00', 'Receiver: 410'],
      ['Norte', 'Webhook messages', '1', '24/11/2026, 10:00', 'Receiver: 410'],
      ['ESIOS', 'Requests to the source', '–', '–', 'answered 503'],
    ]);
    const [link] = screen.getAllByRole<HTMLAnchorElement>('link', { name: 'Sur/2' });
    expect(link?.hash).toBe('#/customers?customer=Sur%2F2');
  });

  it('The page of the service says that nothing failed', async () => {
    open();
    expect(await screen.findByText('Nothing failed in the last seven days.')).toBeTruthy();
  });

  it('The page of the service says whom to ask if the key is no operator’s', async () => {
    open({ 'GET /api/v0/service': new Rejection(403) });
    expect(await screen.findByText(/\(scope “Service and customers”, operator\)/)).toBeTruthy();
  });
});

describe('The audit trail', () => {
  const entry = (subject: string) => ({
    at: '2026-11-20T10:00:00.000Z',
    actor: 'key desk',
    action: 'plant.change',
    subject,
    origin: '127.0.0.1',
    request_id: null,
  });
  const AUDIT = 'GET /api/v0/audit';
  const paged = ({ what }: Received) =>
    what.includes('cursor=c1')
      ? { entries: [entry('older')], next_cursor: null }
      : { entries: [entry('a;"b"')], next_cursor: 'c1' };

  it('The audit trail shows the author of each change, and older entries on request', async () => {
    serve({ [AUDIT]: paged });
    const user = visit(<AuditTrail />);
    expect(await rowsOf('Audit')).toEqual([
      ['20/11/2026, 11:00', 'key desk', 'Plant changed', 'a;"b"', '127.0.0.1'],
    ]);
    await user.click(button('Older entries'));
    await waitFor(async () =>
      expect((await rowsOf('Audit')).map((row) => row[3])).toEqual(['a;"b"', 'older']),
    );
    expect(screen.queryByRole('button', { name: 'Older entries' })).toBeNull();
  });

  it('The audit trail is exported whole, with quotes where a cell needs them', async () => {
    const saved: Blob[] = [];
    const spy = vi
      .spyOn(URL, 'createObjectURL')
      .mockImplementation((file) => `blob:${saved.push(file as Blob)}`);
    serve({ [AUDIT]: paged });
    const user = visit(<AuditTrail />);
    await user.click(button('Export (CSV)'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(await saved[0]?.text()).toBe(
      '\uFEFFat_utc,actor,action,subject,origin,request_id\r\n' +
        '2026-11-20 10:00:00,key desk,plant.change,"a;""b""",127.0.0.1,\r\n' +
        '2026-11-20 10:00:00,key desk,plant.change,older,127.0.0.1,\r\n',
    );
    spy.mockRestore();
  });

  it('The audit trail reports that it could not be exported', async () => {
    serve({ [AUDIT]: new Rejection(403, { detail: 'The scope audit is missing.' }) });
    const user = visit(<AuditTrail />);
    await user.click(button('Export (CSV)'));
    await reported('The scope audit is missing.');
  });
});

describe('The page of forecasts', () => {
  const row = (name: string, datetime: string, pred: string) => ({ plant: name, datetime, pred });
  function open(answers: Record<string, unknown> = {}) {
    const received = serve({
      'GET /api/v0/plants/': [plant(), plant({ id: 'p2', name: 'Teide' })],
      'GET /api/v0/forecasts/normalized/': [
        row('Muxia', '2026-11-24 00:00', '1500'),
        row('Muxia', '2026-11-24 01:00', '2000'),
        row('Teide', '2026-11-24 00:00', ''),
        row('Teide', '2026-11-24 01:00', '500'),
      ],
      'GET /api/v0/unavailabilities/': [],
      ...answers,
    });
    return { received, user: visit(<Forecasts />) };
  }

  it('The page of forecasts sums the energy of each day of the chosen zone', async () => {
    const { user } = open();
    expect(await rowsOf('Energy per day (MWh)')).toEqual([
      ['Sum', '4.0'],
      ['Muxia', '3.5'],
      ['Teide', '0.5'],
    ]);
    await user.selectOptions(screen.getByLabelText('Time zone'), 'UTC');
    expect(await rowsOf('Energy per day (MWh)')).toEqual([
      ['Sum', '1.5', '2.5'],
      ['Muxia', '1.5', '2.0'],
      ['Teide', '0.0', '0.5'],
    ]);
  });

  it('The page of forecasts asks for the chosen plant, in the files too', async () => {
    const { received, user } = open();
    await rowsOf('Energy per day (MWh)');
    await pick(user, 'Plants', 'Teide');
    await waitFor(() =>
      expect(received.some(({ what }) => what.includes('plant=Teide&partial=true'))).toBe(true),
    );
    const links = screen.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => href);
    expect(links[0]).toBe(
      'http://localhost:3000/api/v0/forecasts/normalized/?timezone=Europe%2FMadrid&plant=Teide&format=csv',
    );
  });

  it('The page of forecasts says that there are none yet', async () => {
    open({ 'GET /api/v0/forecasts/normalized/': new Rejection(404) });
    expect(await screen.findByText(/^There are no forecasts yet/)).toBeTruthy();
  });
});
