import { aCustomer, all, anEntry, aPlant } from '@solano/domain/contracts';
import { expect, test } from 'vitest';
import { listIds } from '../src/database/id-statements.ts';
import type { Listing } from '../src/database/pages.ts';
import { pages } from '../src/database/pages.ts';
import { postgresStores } from '../src/stores.ts';
import { openSharedDatabase } from './stores.ts';

const ROWS = 2_500;

test('the ids of a long list come a thousand to a row, in its order', async () => {
  await using database = await openSharedDatabase();
  const { here } = database;
  const stores = postgresStores(here);
  const customer = aCustomer();
  await stores.customers.add(customer, anEntry());
  const plant = aPlant(customer.id);
  await stores.plants.add(plant, anEntry());
  const run = (text: string, values: readonly (string | number | null)[]) =>
    here.run<{ id: string; ids: string }>({ text }, values);
  const page = { limit: null, offset: 0 };
  const added = {
    plant: `INSERT INTO plant SELECT (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'name', 'p' || n))).*
      FROM plant p, generate_series(2, ${ROWS}) AS n RETURNING id`,
    unavailability: `INSERT INTO unavailability (customer_id, plant_id, id, start_at, end_at, available_power_mw, availability_type, observations, updated_at, created_at)
      SELECT customer_id, id, gen_random_uuid(), now() - n * interval '1 h', now(), 1, 'OTHER', '', now(), now()
      FROM plant, generate_series(1, ${ROWS}) AS n WHERE name = $1 RETURNING id`,
    outage_upload: `INSERT INTO outage_upload (id, customer_id, file_name, object_key, digest, mode, rows, plant_names, uploaded_at, uploaded_by)
      SELECT gen_random_uuid(), customer_id, 'f', 'k', n::text, 'add', 1, '{}', now() - n % 7 * interval '1 h', 'u'
      FROM plant, generate_series(1, ${ROWS}) AS n WHERE name = $1 RETURNING id`,
  };
  await run(added.plant, []);
  await run(added.unavailability, [plant.name]);
  await run(added.outage_upload, [plant.name]);

  const lists: [string, Promise<readonly { readonly ids: string }[]>][] = [
    ['plant ORDER BY name, id', here.run(...listIds('plants', customer.id, page))],
    [
      'unavailability ORDER BY start_at, id',
      here.run(...listIds('unavailabilities', customer.id, page, null, null)),
    ],
    [
      'unavailability ORDER BY start_at, id',
      here.run(...listIds('unavailabilitiesOfPlant', plant.id, page, null, null)),
    ],
    [
      'outage_upload ORDER BY uploaded_at DESC, id DESC',
      here.run(...listIds('uploads', customer.id, page)),
    ],
  ];
  for (const [list, slices] of lists) {
    const found = (await slices).map(({ ids }) => ids.split(','));
    expect(found.map(({ length }) => length)).toEqual([1_000, 1_000, 500]);
    expect(found.flat()).toEqual((await run(`SELECT id FROM ${list}`, [])).map(({ id }) => id));
  }
});

test('a list is read a thousand rows at a time, and rows that go meanwhile are left out', async () => {
  const sizes: number[] = [];
  const listing: Listing<{ readonly id: string }> = {
    rows: async (limit) => Array.from({ length: limit }, (_, i) => ({ id: String(i) })),
    ids: async () => [{ ids: '1,2' }, { ids: '3' }],
    byIds: async (ids) => {
      sizes.push(ids.length);
      return ids.filter((id) => id !== '2').map((id) => ({ id }));
    },
  };
  const read = await all(pages({ offset: 0 }, listing));
  expect(read.map(({ id }) => id)).toEqual(['1', '3']);
  expect(sizes).toEqual([2, 1]);
});
