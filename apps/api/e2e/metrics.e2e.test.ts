import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '@solano/config';
import { DirectoryObjectStore } from '@solano/directory';
import { putForecast } from '@solano/domain/assets';
import { MARKETS, type Market, UNUSED_SOURCE } from '@solano/domain/market';
import { ownAddress } from '@solano/tools/own-address';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { idOf, openService, settled, type TestService } from './service.ts';

let service: TestService;
let key: string;
let url: string;
let backups: string;

beforeAll(async () => {
  const { address } = ownAddress();
  url = `http://${address}/metrics`;
  backups = await mkdtemp(join(tmpdir(), 'solano-metrics-'));
  service = await openService({
    METRICS_ADDRESS: address,
    BACKUP_TARGET: `file:${backups}`,
    // Never asked: there is no plant.
    WEATHER_SOURCES: 'open-meteo',
    OPEN_METEO_URL: 'http://127.0.0.1:9',
  });
  const made = await service.customer('Norte');
  ({ key } = made);
  const objects = new DirectoryObjectStore(join(service.folder, 'objects'));
  const deps = { ...service.stores, objects };
  const now = new Date();
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const prediction = {
    generatedAt: hoursAgo(1),
    origin: 'live',
    stepMinutes: 15,
    ends: [Math.ceil(now.getTime() / 900_000) * 900_000],
    prices: [50_000],
  } as const;
  const { prices } = service.stores;
  const [dayAhead, first, second, third] = MARKETS as readonly [Market, Market, Market, Market];
  const tomorrow = hoursAgo(-24);
  await prices.putPredictions([{ ...prediction, market: dayAhead, inputsUntil: null }]);
  await prices.putPredictions([{ ...prediction, market: first, inputsUntil: tomorrow }]);
  await prices.putPredictions([{ ...prediction, market: second, inputsUntil: hoursAgo(50) }]);
  // A synthetic prediction, newer than all, does not count as a market's newest.
  const synthetic = { ...prediction, generatedAt: now, inputsUntil: null };
  for (const market of [dayAhead, third]) {
    await prices.seenBy(made.customer.id).putPredictions([{ ...synthetic, market }]);
  }
  await service.stores.market.updateSource('open-meteo', () => {
    return { ...UNUSED_SOURCE, succeededAt: hoursAgo(3), failedAt: now, failure: 'answered 503' };
  });
  const day = { date: '2026-01-10', source: 'csv', version: 1, stepMinutes: 60 } as const;
  const ends = [Date.parse('2026-01-10T10:00Z')];
  await prices.putRealised([{ ...day, market: dayAhead, ends, prices: [50_000] }]);
  const { customer } = made;
  const file = { fileName: 'a.csv', content: Buffer.from('a;b\n') };
  await putForecast(deps, { customer, location: { form: 'latest' }, ...file });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(backups, { recursive: true, force: true });
});

/** Returns the value of each line with the text, by the part before it. */
async function scrape(part: string): Promise<Record<string, number>> {
  const text = await (await fetch(url)).text();
  const lines = text.split('\n').filter((line) => line.includes(part) && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

test('requests are counted by the pattern of their route, never by their path', async () => {
  await service.call('GET', '/api/v0/plants/a-secret-name', { key });
  await service.call('GET', '/api/v0/plants/another', { key });
  await service.call('GET', '/nowhere/at-all');
  await fetch(`${service.url}/healthz`);
  // A client may have its response before the server has counted it.
  await expect
    .poll(() => scrape('http_requests_total'))
    .toMatchObject({
      'http_requests_total{method="GET",route="/api/v0/plants/:id",status="404"}': 2,
      'http_requests_total{method="GET",route="unknown",status="404"}': 1,
      'http_requests_total{method="GET",route="/healthz",status="200"}': 1,
    });
  expect(await scrape('http_request_duration_seconds_count')).toMatchObject({
    'http_request_duration_seconds_count{method="GET",route="/api/v0/plants/:id"}': 2,
  });
  const text = await (await fetch(url)).text();
  expect(text).not.toMatch(/a-secret-name|at-all/);
});

test('the metrics have the process, the work, what waits, and how old the newest record is', async () => {
  const body = { purchase: [{ datetime: '2031-05-05 10:00', purchase: 1 }] };
  const path = '/api/v0/user/ana/submit-purchase/acme';
  await settled(service, key, 'ana', idOf(await service.call('POST', path, { key, body })));
  expect(await scrape('process_resident_memory_bytes')).toMatchObject({
    process_resident_memory_bytes: expect.any(Number),
  });
  // A client may have its response before the server has done with the request.
  await expect
    .poll(() => scrape('solano_requests_in_work'))
    .toEqual({ solano_requests_in_work: 0 });
  expect(await scrape('solano_purchases')).toEqual({
    'solano_purchases{status="pending"}': expect.any(Number),
    'solano_purchases{status="in_progress"}': expect.any(Number),
  });
  expect(await scrape('solano_settled_purchases_total')).toEqual({
    'solano_settled_purchases_total{status="completed"}': 1,
    'solano_settled_purchases_total{status="failed"}': 0,
  });
  expect(await scrape('solano_webhook_deliveries_total')).toEqual({
    'solano_webhook_deliveries_total{status="delivered"}': 0,
    'solano_webhook_deliveries_total{status="failed"}': 0,
  });
  expect(await scrape('solano_build_info')).toEqual({
    [`solano_build_info{version="${VERSION}",node="${process.versions.node}"}`]: 1,
  });
  const ages = await scrape('solano_newest_prediction_age_seconds');
  const hours = Object.entries(ages).map(([label, seconds]) => {
    return [label.slice(label.indexOf('"') + 1, -2), Math.floor(seconds / 3_600)];
  });
  expect(hours).toEqual([
    ['md_pdbc_spain', 1],
    ['mid_pibc01_spain', 1],
    // Its inputs are older than itself.
    ['mid_pibc02_spain', 50],
  ]);
  // Markets whose prices were never loaded are not late.
  expect(await scrape('solano_market_late_seconds')).toEqual({
    'solano_market_late_seconds{market="md_pdbc_spain"}': expect.any(Number),
  });
  const source = 'solano_source_failing_seconds{source="open-meteo"}';
  const { [source]: failing = 0 } = await scrape('solano_source_failing_seconds');
  expect(Math.floor(failing / 3_600)).toBe(3);
  const customer = 'solano_newest_forecast_age_seconds{customer="Norte"}';
  const { [customer]: put } = await scrape('solano_newest_forecast_age_seconds');
  expect(put).toBeLessThan(600);
});

const project = new URL('../../../', import.meta.url);

test.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/solano.json', 'docs/operations.md'])(
  'every metric that %s names exists',
  async (file) => {
    const text = await readFile(new URL(file, project), 'utf8');
    const names = text.match(/\b(?:solano|http|nodejs|process)_[a-z0-9_]+(?=[{`])/g) ?? [];
    const served = (await (await fetch(url)).text()).matchAll(/^# TYPE (\S+) (\S+)$/gm);
    const known = [...served].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !known.includes(name))).toEqual([]);
  },
);

test('docs/operations.md says what each alert means', async () => {
  const rules = await readFile(new URL('deploy/prometheus/alerts.yml', project), 'utf8');
  const guide = await readFile(new URL('docs/operations.md', project), 'utf8');
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, alert]) => alert);
  const rows = [...guide.matchAll(/^\| (Solano\w+) \|/gm)].map(([, alert]) => alert);
  expect(rows).toEqual(alerts);
});

test('only that path is served, and it is not on the port of the API', async () => {
  expect((await fetch(new URL('/', url))).status).toBe(404);
  expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  expect((await service.call('GET', '/metrics')).status).toBe(404);
});

test('an address that is in use is named', async () => {
  const METRICS_ADDRESS = new URL(url).host;
  await expect(openService({ METRICS_ADDRESS })).rejects.toThrow(
    /^METRICS_ADDRESS 127\.[\d.]+:\d+: listen EADDRINUSE/,
  );
});

test('a value that cannot be read is left out alone, and is counted', async () => {
  const { address } = ownAddress();
  await using broken = await openService({
    METRICS_ADDRESS: address,
    OBJECT_STORE: 'file:/dev/null/objects',
  });
  await broken.customer('Norte');
  const text = await (await fetch(`http://${address}/metrics`)).text();
  expect(text).not.toMatch(/^solano_newest_forecast_age_seconds\{/m);
  expect(text).toMatch(/^solano_purchases\{status="pending"\} 0$/m);
  const again = await (await fetch(`http://${address}/metrics`)).text();
  expect(again).toMatch(
    /^solano_metrics_failures_total\{metric="solano_newest_forecast_age_seconds"\} 1$/m,
  );
});
