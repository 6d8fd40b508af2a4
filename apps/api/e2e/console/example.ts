import { SOURCE } from '@solano/domain/contracts';
import { DAY_MS, dateAfter, dateAt, QUARTER_MS, quartersOfDate } from '@solano/domain/kernel';
import { addCustomer, issueKey, SCOPES } from '@solano/domain/service';
import { expect, vi } from 'vitest';
import { sendFile } from '../measurements.ts';
import { openConsole, type TestConsole } from './console.ts';

/** The addresses of all pages. Ids are in capitals: see `addressOf` of the example. */
export const PAGES = [
  '',
  'plants',
  'plants/PLANT',
  'plants/LONG',
  'outages',
  'forecasts',
  'production',
  'consumption',
  'prices',
  'purchases',
  'purchases/new',
  'purchases/ana/PURCHASE',
  'purchases/ana/DELIVERED',
  'deviation',
  'strategies',
  'keys',
  'customers',
  'customers?customer=demo',
  'service',
];

/** The text of an outage in the calendar: its MW. */
const OUTAGE = '3.25';

/** The dialogs of pages, by the text of the button that opens them. */
export const DIALOGS: readonly (readonly [path: string, button: string])[] = [
  ['plants', 'New plant'],
  ['plants', 'Import'],
  ['plants/PLANT', 'Change'],
  ['plants/PLANT', 'Delete'],
  ['outages', 'New outage'],
  ['outages', 'Upload a file'],
  ['outages', OUTAGE],
  ['production', 'Upload production'],
  ['production', 'Take back'],
  ['consumption', 'Upload consumption'],
  ['keys', 'Issue a key'],
  ['keys', 'Rotate'],
  ['keys', 'Revoke'],
  ['keys', 'New webhook'],
  ['keys', 'Deliveries'],
  ['keys', 'Change'],
  ['keys', 'New secret'],
  ['keys', 'Delete'],
  ['customers', 'Add a customer'],
  ['customers?customer=demo', 'Issue a key'],
  ['customers?customer=demo', 'Revoke'],
];

/** Chooses the user and retailer of the example, which the console stores itself. */
export const DESK = `
  localStorage.setItem('solano.choices-of', 'demo');
  localStorage.setItem('solano.user', 'ana');
  localStorage.setItem('solano.retailer', 'acme');
`;

/** A name as long as people give them, with nowhere to break. */
const LONG = 'PARQUE_EOLICO_SIERRA_DE_LA_CULEBRA_AMPLIACION_II';

/** The console with something on every page, names that are long among it. */
export async function openExample() {
  await using opening = new AsyncDisposableStack();
  const opened = opening.use(await openConsole());
  const { stores, call } = opened.service;
  // A key that may see every page.
  const { token: key } = await issueKey(stores, SOURCE, 'demo', { scopes: SCOPES });
  await issueKey(stores, SOURCE, 'demo', { label: LONG, scopes: ['read'] });
  await addCustomer(stores, SOURCE, LONG);
  const submit = async (retailer: string) => {
    const datetime = `${new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)} 20:00`;
    const path = `/api/v0/user/ana/submit-purchase?retailer_id=${retailer}`;
    const body = { purchase: [{ datetime, purchase: 1 }] };
    return ((await call('POST', path, { key, body })).json as { id: string }).id;
  };
  const purchase = await submit('acme');
  await submit(LONG);
  const delivered = await deliveredPurchase(opened, key);
  const [plant] = (await call('GET', '/api/v0/plants/', { key })).json as Plant[];
  const { id: _id, ...fields } = plant as Plant;
  const long = (
    await call('POST', '/api/v0/plants/', {
      key,
      body: { ...fields, name: LONG, lat: '42.1', customer_display_name: LONG, agrupation: LONG },
    })
  ).json as Plant;
  for (const name of [plant?.name, LONG]) {
    const outage = {
      plant_id: name,
      start_time_utc: new Date().toISOString(),
      end_time_utc: new Date(Date.now() + DAY_MS).toISOString(),
      available_power_mw: Number(OUTAGE),
      availability_type: 'OTHER',
      observations: `${LONG}: ${LONG}`,
    };
    const { status } = await call('POST', '/api/v0/unavailabilities/', { key, body: outage });
    expect(status).toBe(201);
  }
  await measure(opened, key, plant?.name ?? '');
  await settle(opened, key);
  const webhook = { url: `http://127.0.0.1:1/${LONG}`, events: ['purchase.completed'] };
  await call('POST', '/api/v0/webhooks', { key, body: webhook });
  const ids: Readonly<Record<string, string | undefined>> = {
    PLANT: plant?.id,
    LONG: long.id,
    PURCHASE: purchase,
    DELIVERED: delivered,
  };
  const running = opening.move();
  return {
    ...opened,
    key,
    delivered,
    /** Returns an address of {@link PAGES} with the id for its capitals. */
    addressOf: (path: string) => path.replace(/[A-Z]+$/, (name) => ids[name] ?? name),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export type Example = Awaited<ReturnType<typeof openExample>>;

interface Plant {
  readonly id: string;
  readonly name: string;
}

/** Uploads an hour of yesterday's production, and of consumption in two groups. */
async function measure({ service }: TestConsole, key: string, plant: string): Promise<void> {
  const yesterday = dateAfter(dateAt(Date.now()), -1);
  const fields = { zone: 'Europe/Madrid' };
  const production = `Planta;Fecha y hora;MW\n${plant};${yesterday} 12:00;12,5\n`;
  const consumption = `Fecha y hora;2.0TD (MW);${LONG} (MW)\n${yesterday} 12:00;1,5;20,25\n`;
  const portfolio = '/api/v0/user/ana/consumption/files?retailer_id=acme';
  for (const [path, content] of [
    ['/api/v0/production/files', production],
    [portfolio, consumption],
  ] as const)
    expect((await sendFile(service, path, { content, fields }, key)).status).toBe(201);
}

/** Executed trades of yesterday, too much and too little by turns, and its prices of deviations. */
async function settle(opened: TestConsole, key: string): Promise<void> {
  const { stores, call } = opened.service;
  const date = dateAfter(dateAt(Date.now()), -1);
  const ends = quartersOfDate(date);
  const price = { short: ends.map(() => 80_000), long: ends.map(() => 20_000) };
  const settlement = { date, stepMinutes: 15, settlement: 'C1', source: 'csv' } as const;
  await stores.imbalance.revise([date], () => [{ ...settlement, ...price, knownAt: new Date() }]);
  const trades = ends.map((end, i) => ({
    session: 'MD',
    start_time_utc: new Date(end - QUARTER_MS).toISOString(),
    end_time_utc: new Date(end).toISOString(),
    mw: i % 2 === 0 ? 5 : 50,
    price: 50,
  }));
  const path = '/api/v0/user/ana/trades/?retailer_id=acme';
  expect((await call('POST', path, { key, body: { trades } })).status).toBe(201);
}

/** A purchase of large amounts, whose delivery is past, decided for a model that is not the best. */
async function deliveredPurchase({ service: { call } }: TestConsole, key: string): Promise<string> {
  const day = new Date(Date.now() - 4 * DAY_MS).toISOString().slice(0, 10);
  const purchase = Array.from({ length: 23 }, (_, hour) => {
    return { datetime: `${day} ${String(hour + 1).padStart(2, '0')}:00`, purchase: 1234.5 };
  });
  await call('PUT', '/api/v0/strategies/ana/settings?idretailer=acme', {
    key,
    body: [{ idmodel: 6, enabled: true }],
  });
  const path = '/api/v0/user/ana/submit-purchase?retailer_id=acme';
  const { id } = (await call('POST', path, { key, body: { purchase } })).json as { id: string };
  const own = `/api/v0/user/ana/purchase/${id}`;
  const realised = async () => {
    const { json } = await call('GET', `${own}/evaluation`, { key });
    return (json as { models?: { realised: unknown }[] }).models?.every((each) => each.realised);
  };
  await vi.waitUntil(realised, { timeout: 4 * 60_000, interval: 500 });
  await call('POST', `${own}/decision`, { key, body: { idmodel: 2 } });
  return id;
}
