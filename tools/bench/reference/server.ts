// A bare server with the responses of the service's hot paths, written for speed alone: no framework,
// no validation beyond what the responses need, no errors but 401 and 404. What it costs is what
// Node, PostgreSQL's driver and the file system cost: the limit that the service is measured by.
// Environment: DATABASE_URL, OBJECTS (the folder of the object store).
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectAll, type Row, type Sql } from './database.ts';
import { normalizedJson } from './forecast.ts';
import { plantJson, priceJson, unavailabilityJson, utc } from './json.ts';
import { countItems, seriesOf } from './purchase.ts';

interface Customer {
  readonly id: string;
  readonly folder: string;
}

const { DATABASE_URL = '', OBJECTS = '' } = process.env;
const CONNECTIONS = 10;
const TOKEN = 'Bearer sol_';
const KEY_TTL_MS = 5_000;

const KEY: Sql = {
  name: 'key',
  text: `SELECT k.digest, c.id, c.folder, c.permissions::text FROM api_key k
    JOIN customer c ON c.id = k.customer_id
    WHERE k.id = $1 AND (k.expires_at IS NULL OR k.expires_at > now())
      AND (k.revoked_at IS NULL OR k.revoked_at > now())`,
};
const PLANTS: Sql = {
  name: 'plants',
  text: `SELECT id, name, lat, lon, installed_capacity_mw, nominal_capacity_mw, area,
      technology_type, last_training_cnn_at, last_training_trees_at, agrupation,
      customer_display_name, timezone, created_at, updated_at
    FROM plant WHERE customer_id = $1 ORDER BY name`,
};
const UNAVAILABILITIES: Sql = {
  name: 'unavailabilities',
  text: `SELECT u.id, p.name, u.start_at, u.end_at, u.available_power_mw, u.availability_type,
      u.observations, u.source_unit, u.source_value, u.timezone_source, u.created_at, u.updated_at
    FROM plant p JOIN unavailability u ON u.plant_id = p.id
    WHERE p.customer_id = $1 AND p.name = $2 ORDER BY u.start_at, u.id`,
};
const PRICES: Sql = {
  name: 'prices',
  text: `SELECT ends, prices FROM price_prediction WHERE market = $1
    ORDER BY generated_at DESC LIMIT 1`,
};
const PURCHASE: Sql = {
  name: 'purchase',
  text: `SELECT p.status, p.error, p.created_at, o.json FROM purchase p
    LEFT JOIN purchase_output o ON o.purchase_id = p.id
    WHERE p.id = $1 AND p.customer_id = $2 AND p."user" = $3 ORDER BY o.position`,
};
const SUBMIT: Sql = {
  name: 'submit',
  text: `WITH added AS (
      INSERT INTO purchase
        (id, customer_id, "user", retailer, status, error, rows, created_at, updated_at)
      VALUES ($1, $2, $3, $4, 'pending', '', $5, $6, $6)
    ), submitted AS (
      INSERT INTO purchase_series (purchase_id, json) VALUES ($1, $7)
    )
    INSERT INTO purchase_status_change (purchase_id, status, at, source)
    VALUES ($1, 'pending', $6, 'submission')`,
};

const query = await connectAll(DATABASE_URL, CONNECTIONS);
const server = createServer((req, res) => {
  respond(req, res).catch((error: Error) => send(res, 500, JSON.stringify(error.message)));
});
server.listen(0, '127.0.0.1', () => {
  console.log(`reference: ${(server.address() as AddressInfo).port}`);
});

async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
  // Begun before the first wait, or its pieces would be lost.
  const body = req.method === 'POST' ? read(req) : undefined;
  const customer = await customerOf(req.headers.authorization ?? '');
  if (!customer) return send(res, 401, '{"detail":"Invalid token."}');
  const [path = '', search = ''] = (req.url ?? '').split('?', 2);
  const [, , , kind, a = '', b, c = ''] = path.split('/');
  if (kind === 'plants') return send(res, 200, list(await query(PLANTS, [customer.id]), plantJson));
  if (kind === 'unavailabilities') {
    const rows = await query(UNAVAILABILITIES, [customer.id, parameter(search, 'plant_id')]);
    return send(res, 200, list(rows, unavailabilityJson));
  }
  if (kind === 'prices' && a === 'spain') return prices(res, b ?? '');
  if (kind === 'forecasts' && a === 'normalized') {
    const plant = parameter(search, 'plant');
    return send(res, 200, normalizedJson(`${OBJECTS}/${customer.folder}/normalized`, plant));
  }
  if (kind === 'user' && b === 'purchase') return getPurchase(res, customer, decode(a), c);
  if (kind === 'user' && b === 'submit-purchase' && body) {
    return submit(res, customer, decode(a), parameter(search, 'retailer_id'), await body);
  }
  return send(res, 404, '{"detail":"Not found."}');
}

/** Keys are cached as long as the service may cache them. */
const customers = new Map<string, { readonly customer: Customer; readonly until: number }>();

async function customerOf(authorization: string): Promise<Customer | undefined> {
  const cached = customers.get(authorization);
  if (cached && cached.until > performance.now()) return cached.customer;
  if (!authorization.startsWith(TOKEN)) return undefined;
  const end = authorization.indexOf('_', TOKEN.length);
  const [row] = await query(KEY, [authorization.slice(TOKEN.length, end)]);
  if (!row) return undefined;
  const digest = createHash('sha256')
    .update(authorization.slice(end + 1))
    .digest();
  if (!timingSafeEqual(digest, Buffer.from(row[0] as string, 'hex'))) return undefined;
  const customer = { id: row[1] as string, folder: row[2] as string };
  customers.set(authorization, { customer, until: performance.now() + KEY_TTL_MS });
  return customer;
}

async function prices(res: ServerResponse, market: string): Promise<void> {
  const [row] = await query(PRICES, [market]);
  if (!row) return send(res, 404, '{"detail":"No price prediction available yet."}');
  send(res, 200, priceJson(row[0] as string, row[1] as string));
}

async function getPurchase(res: ServerResponse, customer: Customer, user: string, id: string) {
  const rows = await query(PURCHASE, [id, customer.id, user]);
  const [first] = rows;
  if (!first) return send(res, 404, '{"error":"Purchase not found."}');
  const [status, error, createdAt, output] = first;
  const outputs = output === null ? '' : rows.map((row) => row[3]).join(',');
  send(
    res,
    200,
    `{"id":"${id}","status":"${status}","error":${JSON.stringify(error)},"created_at":"${utc(createdAt as string, 3)}","strategy_output":[${outputs}]}`,
  );
}

async function submit(
  res: ServerResponse,
  customer: Customer,
  user: string,
  retailer: string,
  text: string,
): Promise<void> {
  const count = countItems((JSON.parse(text) as { purchase: unknown }).purchase);
  if (typeof count === 'string') return send(res, 400, JSON.stringify({ error: count }));
  const id = randomUUID();
  const now = new Date().toISOString();
  await query(SUBMIT, [id, customer.id, user, retailer, String(count), now, seriesOf(text)]);
  const message = `Purchase ${id} created for user ${user} and retailer ${retailer}.`;
  send(
    res,
    201,
    `{"id":"${id}","status":"pending","error":"","rows_uploaded":${count},"created_at":"${now}","message":${JSON.stringify(message)}}`,
  );
}

function list(rows: readonly Row[], show: (row: Row) => string): string {
  let text = '';
  for (const row of rows) text += text === '' ? show(row) : `,${show(row)}`;
  return `[${text}]`;
}

function read(req: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => resolve(Buffer.concat(chunks).toString()));
    req.on('error', reject);
  });
}

function parameter(search: string, name: string): string {
  for (const part of search.split('&')) {
    if (part.startsWith(`${name}=`)) return decode(part.slice(name.length + 1));
  }
  return '';
}

function decode(text: string): string {
  return text.includes('%') ? decodeURIComponent(text) : text;
}

function send(res: ServerResponse, status: number, text: string): void {
  const bytes = Buffer.from(text);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
  });
  res.end(bytes);
}
