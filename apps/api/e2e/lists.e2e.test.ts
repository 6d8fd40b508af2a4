import { randomUUID } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import type { Plant } from '@solano/domain/assets';
import { anEntry, aPlant } from '@solano/domain/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlant } from './plant.ts';
import { openService, type TestResponse, type TestService } from './service.ts';

const PLANTS = '/api/v0/plants/';
const UNAVAILABILITIES = '/api/v0/unavailabilities/';
const UPLOADS = '/api/v0/outages/uploads';
/** About thirteen megabytes as a list, most of them notes: more than a connection's buffers hold. */
const ROWS = 10_001;

const ADD_OUTAGES = {
  text: `INSERT INTO unavailability (id, customer_id, plant_id, start_at, end_at,
           available_power_mw, availability_type, observations, created_at, updated_at)
         SELECT gen_random_uuid(), customer_id, id, t, t + interval '1 hour', 1, 'OTHER',
           repeat('x', 1000), now(), now()
         FROM plant, generate_series(1, $2::int) AS n,
           LATERAL (SELECT timestamptz '2026-01-01Z' + n * interval '1 hour' AS t) AS times
         WHERE plant.name = $1`,
};
const ADD_UPLOADS = {
  text: `INSERT INTO outage_upload (id, customer_id, file_name, object_key, digest, mode, rows, plant_names, uploaded_at, uploaded_by)
         SELECT gen_random_uuid(), id, 'f.csv', 'k', n::text, 'add', 1, '{}', now() - n % 3 * interval '1 h', 'u'
         FROM customer, generate_series(1, $2::int) AS n WHERE id = $1`,
};
const IN_SNAPSHOTS = {
  text: `SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
};

let service: TestService;
let key: string;
let customerId: string;

beforeAll(async () => {
  service = await openService({ RATE_LIMIT_PER_MINUTE: '0' });
  const added = await service.customer('Norte');
  ({ key } = added);
  customerId = added.customer.id;
  await addPlant(service, key, 'Kenia');
  await service.database.run(ADD_OUTAGES, ['Kenia', ROWS]);
});
afterAll(() => service[Symbol.asyncDispose]());

const call = (path: string, as = key) => service.call('GET', path, { key: as });

function idsOf({ json }: { readonly json: unknown }): string[] {
  return (json as { id: string }[]).map(({ id }) => id);
}

function nextOf({ headers }: TestResponse): string | undefined {
  return /^<(\/[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
}

async function connectionsInSnapshots(): Promise<number> {
  const [row] = await service.database.run<{ count: number }>(IN_SNAPSHOTS, []);
  return row?.count ?? 0;
}

/** Follows the links of a list; `between` is called after its first page. */
async function walk(path: string, as = key, between = async () => {}): Promise<string[]> {
  let page = await call(path, as);
  const ids = idsOf(page);
  await between();
  for (let next = nextOf(page); next !== undefined; next = nextOf(page)) {
    page = await call(next, as);
    expect(page.status).toBe(200);
    ids.push(...idsOf(page));
  }
  return ids;
}

describe('the pages of a list', () => {
  test('the pages of plants continue at their cursor while plants are added and removed', async () => {
    const { key: own, customer } = await service.customer('Sur');
    const { plants } = service.stores;
    const added = Array.from({ length: 25 }, (_, i) => {
      return aPlant(customer.id, { name: `Ñ "${String(i).padStart(2, '0')}"` });
    });
    const byName = new Map(added.map((plant) => [plant.name, plant]));
    const make = (name: string) => byName.get(name) as Plant;
    await plants.putAll(customer.id, [...byName.keys()], make, () => anEntry());
    const ids = added.map(({ id }) => id);
    const walked = await walk(`${PLANTS}?limit=10`, own, async () => {
      await plants.remove(customer.id, ids[3] ?? '', anEntry());
      await plants.remove(customer.id, ids[9] ?? '', anEntry());
      await plants.add(aPlant(customer.id, { name: 'A' }), anEntry());
    });
    expect(walked).toEqual(ids);
  });

  test('the pages of unavailabilities keep their other parameters', async () => {
    const all = idsOf(await call(UNAVAILABILITIES));
    expect(all).toHaveLength(ROWS);
    for (const limit of [999, 4_000]) {
      expect(await walk(`${UNAVAILABILITIES}?plant_id=Kenia&limit=${limit}`)).toEqual(all);
    }
    const first = await call(`${UNAVAILABILITIES}?from=2026-01-01&to=2026-01-03&limit=30&offset=2`);
    expect(idsOf(await call(nextOf(first) ?? ''))).toEqual(all.slice(32, 47));
    const rest = nextOf(await call(`${UNAVAILABILITIES}?limit=1`))?.replace('limit=1&', '');
    expect(idsOf(await call(rest ?? ''))).toEqual(all.slice(1));
  });

  test('the pages of uploads continue at their cursor', async () => {
    await service.database.run(ADD_UPLOADS, [customerId, 7]);
    const first = await call(`${UPLOADS}?limit=3`);
    expect(first.headers.get('x-total-count')).toBe('7');
    const ids = idsOf(await call(UPLOADS));
    expect(new Set(ids).size).toBe(7);
    expect(await walk(`${UPLOADS}?limit=3`)).toEqual(ids);
    expect(nextOf(await call(`${UPLOADS}?limit=7`))).toBeUndefined();
    expect(nextOf(await call(UPLOADS))).toBeUndefined();
  });

  test('a cursor that was not given out is rejected by its name', async () => {
    const next = nextOf(await call(`${UNAVAILABILITIES}?limit=1`));
    const cursor = new URLSearchParams(next?.split('?')[1]).get('cursor') ?? '';
    const made = (time: string) =>
      Buffer.from(JSON.stringify(['unavailabilities', time, randomUUID()])).toString('base64url');
    const times = ['2027-01-01T00:00:00,5Z', '2027-01-01T00:00:00+18:30'];
    const bad = ['', 'x', `${cursor}=`, cursor.slice(0, -4), randomUUID(), ...times.map(made)];
    for (const text of bad) {
      const response = await call(`${UNAVAILABILITIES}?cursor=${encodeURIComponent(text)}`);
      expect(response).toMatchObject({
        status: 400,
        json: { cursor: ['This cursor was not given out.'] },
      });
    }
    expect(await call(`${PLANTS}?cursor=${cursor}`)).toMatchObject({
      status: 400,
      json: { cursor: ['This cursor was not given out.'] },
    });
    for (const path of [UPLOADS, '/api/v0/production/uploads']) {
      expect(await call(`${path}?cursor=${cursor.slice(0, 8)}`)).toMatchObject({
        status: 400,
        json: {
          error: `Parameter 'cursor' is not one that was given out: "${cursor.slice(0, 8)}"`,
        },
      });
    }
  });

  test('a page begins at a cursor or at an offset', async () => {
    const next = nextOf(await call(`${UNAVAILABILITIES}?limit=1`));
    expect(await call(`${next}&offset=0`)).toMatchObject({
      status: 400,
      json: { cursor: ['Must not be given together with offset.'] },
    });
    const uploads = nextOf(await call(`${UPLOADS}?limit=1`));
    expect(await call(`${uploads}&offset=1`)).toMatchObject({
      status: 400,
      json: { error: "Parameter 'cursor' must not be given together with 'offset'" },
    });
  });
});

describe('the total of a list', () => {
  test('the total is exact for all rows and for those of a plant', async () => {
    for (const query of ['?limit=1', '?offset=5000', '?limit=0&plant_id=Kenia']) {
      const { headers } = await call(`${UNAVAILABILITIES}${query}`);
      expect(headers.get('x-total-count')).toBe(String(ROWS));
      expect(headers.get('x-total-at-least')).toBeNull();
    }
  });

  test('the total of a window is counted to ten thousand', async () => {
    const total = async (query: string) => {
      const { headers } = await call(`${UNAVAILABILITIES}?limit=1&${query}`);
      return [headers.get('x-total-count'), headers.get('x-total-at-least')];
    };
    expect(await total('from=2026-01-01')).toEqual([null, '10000']);
    expect(await total('from=2026-01-01&plant_id=Kenia')).toEqual([null, '10000']);
    // The first outage ends at that time.
    expect(await total('from=2026-01-01T02:00:00Z')).toEqual(['10000', null]);
    expect(await total('to=2026-01-02&plant_id=Kenia')).toEqual(['23', null]);
  });
});

describe('a long list', () => {
  /** Requests the list; it comes as it is read. */
  async function open(method = 'GET') {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const headers = { authorization: `Bearer ${key}` };
    request(`${service.url}${UNAVAILABILITIES}`, { method, headers }, resolve)
      .on('error', reject)
      .end();
    return promise;
  }

  test('a long list is that of its beginning, whatever is added and removed meanwhile', async () => {
    const before = idsOf(await call(UNAVAILABILITIES));
    const response = await open();
    const { unavailabilities } = service.stores;
    const [last] = before.slice(-1);
    await unavailabilities.remove(customerId, last ?? '', anEntry());
    await service.database.run(ADD_OUTAGES, ['Kenia', 1]);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    expect(idsOf({ json: JSON.parse(text) })).toEqual(before);
    expect((await call(`${UNAVAILABILITIES}?limit=1`)).headers.get('x-total-count')).toBe(
      String(ROWS),
    );
  });

  test('a long list holds no connection when its client is gone or has only asked for the head', async () => {
    const response = await open();
    await expect.poll(connectionsInSnapshots).toBe(1);
    response.destroy();
    await expect.poll(connectionsInSnapshots).toBe(0);
    expect((await open('HEAD')).statusCode).toBe(200);
    await expect.poll(connectionsInSnapshots).toBe(0);
  });

  test('a long page is a sheet, whose link leads to the sheet of the next one', async () => {
    const page = await call(`${UNAVAILABILITIES}?limit=3000&format=xlsx`);
    expect(page.status).toBe(200);
    expect(Buffer.from(page.bytes).subarray(0, 2).toString()).toBe('PK');
    expect(nextOf(page)).toContain('format=xlsx');
    expect(await connectionsInSnapshots()).toBe(0);
  });

  test('long lists whose clients stop reading leave room for others', async () => {
    const stopped = await Promise.all(Array.from({ length: 12 }, () => open()));
    expect(await connectionsInSnapshots()).toBeLessThanOrEqual(4);
    expect(idsOf(await call(UNAVAILABILITIES))).toHaveLength(ROWS);
    for (const each of stopped) each.destroy();
    await expect.poll(connectionsInSnapshots).toBe(0);
  });
});
