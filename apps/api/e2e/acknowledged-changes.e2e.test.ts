import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SOURCE } from '@solano/domain/contracts';
import { revokeKey } from '@solano/domain/service';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPlant } from './plant.ts';
import { idOf, openService, type TestService } from './service.ts';

// Two services on one database and one folder. Responses are shared and cached: none may be older
// than a change that was acknowledged before it was asked for.

let one: TestService;
let other: TestService;

beforeAll(async () => {
  one = await openService({ RATE_LIMIT_PER_MINUTE: '0' });
  other = await openService({
    RATE_LIMIT_PER_MINUTE: '0',
    DATABASE_URL: one.databaseUrl,
    OBJECT_STORE: `file:${join(one.folder, 'objects')}`,
  });
});
afterAll(async () => {
  await other[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
});

const CHANGES = 9;
/** Callers of each service who read all the time. */
const READERS = 2;

/** Reads from both services until it is disposed of, so that others' responses are under way. */
function reading(path: string, key: string): AsyncDisposable {
  let isOver = false;
  const headers = { authorization: `Bearer ${key}` };
  const read = async (service: TestService) => {
    // Unchecked: the checks would cost more than the service.
    while (!isOver) await (await fetch(`${service.url}${path}`, { headers })).arrayBuffer();
  };
  const readers = Array.from({ length: READERS }, () => [read(one), read(other)]).flat();
  return {
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.all(readers);
    },
  };
}

/** Changes again and again, and reads from both services after each change. */
async function requireFresh(
  path: string,
  key: string,
  change: (service: TestService, value: number) => Promise<unknown>,
  textOf: (value: number) => string,
): Promise<void> {
  await using _readers = reading(path, key);
  for (let i = 0; i < CHANGES; i += 1) {
    const value = 1_000 + i;
    const services = i % 2 === 0 ? [one, other] : [other, one];
    await change(services[0] as TestService, value);
    const found = await Promise.all(
      services.map((each) => each.call('GET', path, { key, headers: ENCODINGS[i % 3] ?? {} })),
    );
    for (const { status, text } of found) {
      expect(status).toBe(200);
      expect(text).toContain(textOf(value));
    }
  }
}

const ENCODINGS = ['identity', 'gzip', 'br'].map((each) => ({ 'accept-encoding': each }));

async function changed(
  service: TestService,
  method: string,
  path: string,
  key: string,
  body: object,
) {
  expect((await service.call(method, path, { key, body })).status).toBeLessThan(300);
}

/** Large enough to be compressed. */
function outputOf(idmodel: number) {
  const rows = Array.from({ length: 100 }, () => {
    return { datetime: '2030-01-02 10:00', purchase_percentage: 100, sale_percentage: 0 };
  });
  return { idmodel, value: { MD: rows } };
}

describe('a response right after a change', () => {
  test('a list of plants or unavailabilities has the change that was acknowledged', async () => {
    const { key } = await one.customer('Lists');
    const plants = '/api/v0/plants/';
    const plant = await addPlant(one, key, 'Muxía');
    await requireFresh(
      plants,
      key,
      (service, value) =>
        changed(service, 'PATCH', `${plants}${plant}`, key, { nominal_capacity_mw: value / 100 }),
      (value) => `"nominal_capacity_mw":"${(value / 100).toFixed(3)}"`,
    );
    const all = '/api/v0/unavailabilities/';
    const outage = await one.call('POST', all, {
      key,
      body: {
        plant_id: 'Muxía',
        start_time_utc: '2026-03-01T10:00:00Z',
        end_time_utc: '2026-03-01T12:00:00Z',
        available_power_mw: 5.5,
        availability_type: 'CURTAILMENT',
      },
    });
    await requireFresh(
      `${all}?plant_id=Mux%C3%ADa`,
      key,
      (service, value) =>
        changed(service, 'PATCH', `${all}${idOf(outage)}`, key, { observations: `seen ${value}` }),
      (value) => `seen ${value}`,
    );
  });

  test('a purchase has the change that was acknowledged', async () => {
    const { key } = await one.customer('Purchases');
    const body = { purchase: [{ datetime: '2030-01-02 10:00', purchase: 1 }] };
    const user = '/api/v0/user/ana';
    const submitted = await one.call('POST', `${user}/submit-purchase?retailer_id=r`, {
      key,
      body,
    });
    const path = `${user}/purchase/${idOf(submitted)}`;
    await requireFresh(
      `${path}/get`,
      key,
      (service, value) =>
        changed(service, 'PUT', `${path}/update`, key, {
          status: 'completed',
          outputs: [outputOf(1), outputOf(value)],
        }),
      (value) => `"idmodel":${value}`,
    );
  });

  test.each(['normalized/', 'normalized/?plant=P'])(
    'forecasts/%s has the file that was written',
    async (path) => {
      const folder = `Files ${path.length}`;
      const { key } = await one.customer(folder);
      const file = join(one.folder, 'objects', encodeURIComponent(folder), 'normalized/P/a.csv');
      await mkdir(dirname(file), { recursive: true });
      const hours = Array.from({ length: 200 }, (_, i) => `2025-10-25 22:${10 + (i % 50)}`);
      const writeAged = async (name: string, value: number) => {
        await writeFile(name, `;pred\n${hours.map((each) => `${each};${value}`).join('\n')}\n`);
        const at = new Date(Date.now() - 3_600_000);
        await utimes(name, at, at);
      };
      await requireFresh(
        `/api/v0/forecasts/${path}`,
        key,
        async (_, value) => {
          // Over the file where it is; in its place; beside it and the only one.
          if (value % 3 === 0) return writeAged(file, value);
          await writeAged(`${file}.new`, value);
          if (value % 3 === 1) await rm(file, { force: true });
          await rename(`${file}.new`, file);
        },
        (value) => `"pred":"${value}"`,
      );
    },
  );
});

test('a response is never that of another customer, nor of a key that was revoked', async () => {
  const names = ['Ours', 'Theirs'];
  const customers = await Promise.all(names.map((name) => one.customer(name)));
  for (const [i, { key }] of customers.entries()) await addPlant(one, key, `Plant of ${names[i]}`);
  const read = (key: string) => one.call('GET', '/api/v0/plants/', { key });
  const found = await Promise.all(
    Array.from({ length: 40 }, (_, i) => read(customers[i % 2]?.key ?? '')),
  );
  for (const [i, { text }] of found.entries()) {
    expect(text).toContain(`Plant of ${names[i % 2]}`);
    expect(text).not.toContain(`Plant of ${names[(i + 1) % 2]}`);
  }
  const { key, keyId } = customers[0] as (typeof customers)[number];
  await using _readers = reading('/api/v0/plants/', key);
  await revokeKey(one.stores, SOURCE, keyId);
  expect((await read(key)).status).toBe(403);
});

test('responses that are shared have ids, limits and log lines of their own', async () => {
  await using limited = await openService({ RATE_LIMIT_PER_MINUTE: '100' });
  const { key } = await limited.customer('Counted');
  await addPlant(limited, key, 'A');
  const paths = Array.from({ length: 20 }, (_, i) => `request-${i}`);
  const found = await Promise.all(
    paths.map((id) =>
      limited.call('GET', '/api/v0/plants/', { key, headers: { 'x-request-id': id } }),
    ),
  );
  expect(found.map(({ headers }) => headers.get('x-request-id'))).toEqual(paths);
  const left = found.map(({ headers }) =>
    Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]),
  );
  expect(left.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => 79 + i));
  const logged = limited.log.flatMap(({ msg, req }) =>
    msg === 'request completed' ? [(req as { id: string }).id] : [],
  );
  expect(logged).toEqual(expect.arrayContaining(paths));
  const texts = new Set(found.map(({ text }) => text));
  expect(texts.size).toBe(1);
});
