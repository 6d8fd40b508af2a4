// What grows, and which requests are measured as it does.
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import pg from 'pg';
import { addForecasts, addPurchases, forecastFile, forecastFolder, plantName } from './dataset.ts';
import { submission } from './http/scenarios.ts';
import type { Growth, GrowthPoint, GrowthSite } from './scale-growth.ts';
import { measurePoint, sizesTo } from './scale-growth.ts';

const ROWS = 240;
const NORMALIZED = '/api/v0/forecasts/normalized/?timezone=EUR-MAD&format=json';
const GET = { method: 'GET', status: 200 } as const;
/** The owner of the purchases that are there already, so that a list of theirs grows too. */
const MANY = 'many';
/** No goals are set for these. */
const NO_GOALS = {
  ratio: 0,
  aloneRatio: 0,
  statements: 0,
  commits: 0,
  listings: 0,
  systemCalls: 0,
};
const UNNAMED = { name: '', goals: NO_GOALS, requests: 0 };

export const GROWTHS: Readonly<Record<string, (on: GrowthSite) => Promise<Growth>>> = {
  plants,
  objects,
  purchases,
  items,
};

/** Plants in a normalized forecast of all. */
async function plants(on: GrowthSite): Promise<Growth> {
  const { objects: folder } = on.site;
  await rm(dirname(forecastFolder(folder, plantName(0))), { recursive: true });
  const points: GrowthPoint[] = [];
  let present = 0;
  for (const size of sizesTo(1, 1_000, on.max)) {
    for (; present < size; present += 1) {
      const content = forecastFile(ROWS, present);
      await addForecasts(forecastFolder(folder, plantName(present)), 1, content);
    }
    points.push(await measurePoint(on, size, 'normalized forecast', { ...GET, path: NORMALIZED }));
  }
  return { name: 'plants', unit: `plants of ${ROWS} rows`, points, plans: {} };
}

/** Files in the folder of the one plant whose forecast is asked for. */
async function objects(on: GrowthSite): Promise<Growth> {
  const { plant } = on.site.data;
  const folder = forecastFolder(on.site.objects, plant);
  const path = `${NORMALIZED}&plant=${plant}`;
  const points: GrowthPoint[] = [];
  for (const size of sizesTo(1, 10_000, on.max)) {
    await rm(folder, { recursive: true });
    await addForecasts(folder, size, forecastFile(ROWS, 0));
    points.push(await measurePoint(on, size, 'normalized forecast', { ...GET, path }));
  }
  return { name: 'objects', unit: "files in a plant's folder", points, plans: {} };
}

/** Purchases in the table; where the service lists them, a list of their user's too. */
async function purchases(on: GrowthSite): Promise<Growth> {
  const { databaseUrl, data } = on.site;
  const { customerId, user, purchaseId } = data;
  const list = `/api/v0/user/${MANY}/purchases?limit=100`;
  const lists = await responds(on, list);
  const points: GrowthPoint[] = [];
  let present = 0;
  for (const size of sizesTo(1_000, 1_000_000, on.max)) {
    await addPurchases(databaseUrl, { customerId, user: MANY, count: size - present });
    present = size;
    const get = `/api/v0/user/${user}/purchase/${purchaseId}/get`;
    points.push(await measurePoint(on, size, 'get', { ...GET, path: get }));
    if (lists) points.push(await measurePoint(on, size, 'list', { ...GET, path: list }));
    points.push(await measurePoint(on, size, 'submit 24 items', submitting(on, 24)));
  }
  const plans = await plansOf(databaseUrl, data);
  return { name: 'purchases', unit: 'purchases', points, plans };
}

/** Items in one purchase. */
async function items(on: GrowthSite): Promise<Growth> {
  const { user } = on.site.data;
  const points: GrowthPoint[] = [];
  for (const size of sizesTo(96, 35_136, on.max)) {
    const submit = submitting(on, size);
    points.push(await measurePoint(on, size, 'submit', submit));
    const id = await storedWith(on, size);
    const path = `/api/v0/user/${user}/purchase/${id}/get`;
    points.push(await measurePoint(on, size, 'get, with outputs of one model', { ...GET, path }));
  }
  return { name: 'items', unit: 'items of a purchase', points, plans: {} };
}

function submitting({ site }: GrowthSite, count: number) {
  return submission(site.data, count, UNNAMED);
}

async function responds({ site, service }: GrowthSite, path: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${site.data.key}` };
  return (await fetch(`${service.url}${path}`, { headers })).ok;
}

/** The id of a purchase of so many items, to which outputs of one model have been delivered. */
async function storedWith({ site, service }: GrowthSite, size: number): Promise<string> {
  const { body = '', path, method } = submission(site.data, size, UNNAMED);
  const headers = {
    authorization: `Bearer ${site.data.key}`,
    'content-type': 'application/json',
  };
  const made = await fetch(`${service.url}${path}`, { method, headers, body });
  const { id } = (await made.json()) as { id: string };
  const sent = (JSON.parse(body) as { purchase: { datetime: string }[] }).purchase;
  const rows = sent.map(({ datetime }) => {
    return { datetime, purchase_percentage: 100, sale_percentage: 0 };
  });
  const update = await fetch(`${service.url}/api/v0/user/${site.data.user}/purchase/${id}/update`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ outputs: [{ idmodel: 1, value: { MD: rows } }] }),
  });
  if (!update.ok) throw new Error(`the update answers ${update.status}`);
  return id;
}

/** The hot statements, with their plans by EXPLAIN. */
async function plansOf(
  databaseUrl: string,
  { customerId, purchaseId }: { customerId: string; purchaseId: string },
): Promise<Record<string, string>> {
  const statements: Record<string, [string, unknown[]]> = {
    'get: a purchase with its outputs': [
      `SELECT p.*, o.idmodel, o.json FROM purchase p
      LEFT JOIN purchase_output o ON o.purchase_id = p.id WHERE p.id = $1 ORDER BY o.position`,
      [purchaseId],
    ],
    'list: the newest of a user': [
      `SELECT * FROM purchase WHERE customer_id = $1
        AND hashtextextended("user", 0) = hashtextextended($2, 0) AND "user" = $2
      ORDER BY created_at DESC, id DESC LIMIT 101`,
      [customerId, MANY],
    ],
    'dispatch: what waits for the engine': [
      `SELECT created_at, id FROM purchase
      WHERE status = ANY('{pending}') AND created_at < now() AND (created_at, id) > ('-infinity', $1)
      ORDER BY created_at, id LIMIT 100`,
      [purchaseId],
    ],
  };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const plans: Record<string, string> = {};
    for (const [name, [sql, values]] of Object.entries(statements)) {
      const explained = `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${sql}`;
      const { rows } = await client.query<Record<string, string>>(explained, values);
      plans[name] = rows.map((row) => row['QUERY PLAN']).join('\n');
    }
    return plans;
  } finally {
    await client.end();
  }
}
