import type { OutageUploadStore, PlantStore, UnavailabilityStore } from '@solano/domain/assets';
import {
  type DecisionStore,
  type EvaluationPrices,
  type EvaluationStore,
  type EvaluationView,
  evaluationView,
  type PlanStore,
  type PurchaseStore,
  pricesByItem,
  readSeries,
} from '@solano/domain/desk';
import {
  type Clock,
  CustomerFolders,
  type Digest,
  type JsonText,
  type ObjectStore,
  once,
} from '@solano/domain/kernel';
import type {
  ApiKey,
  AuditLog,
  AuditPosition,
  Customer,
  KeyStore,
  WebhookStore,
} from '@solano/domain/service';
import { walk } from '../backup/objects.ts';
import { type DeviationExportDeps, deviationsOf } from './export-deviations.ts';
import {
  consumptionsOf,
  deliveredForecastsOf,
  type MeasurementExportDeps,
  measurementUploadsOf,
  plantSettingsOf,
  portfolioSettingsOf,
  productionsOf,
} from './export-measurements.ts';
import { type OwnForecastExportDeps, ownForecastsOf } from './export-own-forecasts.ts';
import { type TradeExportDeps, tradesOf, tradeUploadsOf } from './export-trades.ts';
import { type WeatherExportDeps, weatherOf } from './export-weather.ts';
import type { CustomerRecords } from './records.ts';

const PAGE = 500;

/** Stores the files of an export. */
export interface ExportTarget {
  /**
   * Writes a file, durably, as its content comes.
   *
   * @param path folders and name.
   */
  write(path: readonly string[], content: AsyncIterable<string | Uint8Array>): Promise<void>;
}

/**
 * A record as one line of JSON, by the names of the API.
 *
 * @param texts fields that are JSON already: their numbers stay as they were sent.
 */
export type RecordText = (record: object, texts?: Readonly<Record<string, JsonText>>) => string;

export interface ExportDeps
  extends MeasurementExportDeps,
    TradeExportDeps,
    DeviationExportDeps,
    OwnForecastExportDeps,
    WeatherExportDeps {
  readonly recordText: RecordText;
  /** An evaluation as the API writes it. */
  readonly evaluationJson: (evaluation: EvaluationView) => object;
  readonly customerRecords: Pick<CustomerRecords, 'purchaseIds' | 'settings'> &
    MeasurementExportDeps['customerRecords'] &
    TradeExportDeps['customerRecords'];
  readonly keys: Pick<KeyStore, 'list'>;
  readonly webhooks: Pick<WebhookStore, 'list'>;
  readonly plants: Pick<PlantStore, 'list'>;
  readonly unavailabilities: Pick<UnavailabilityStore, 'list' | 'superseded'>;
  readonly uploads: Pick<OutageUploadStore, 'list'>;
  readonly purchases: PurchaseStore;
  readonly evaluations: EvaluationStore;
  readonly decisions: DecisionStore;
  readonly plans: Pick<PlanStore, 'get' | 'superseded'>;
  readonly audit: Pick<AuditLog, 'page'>;
  readonly objects: ObjectStore;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly target: ExportTarget;
}

/**
 * Writes all of a customer's data, one record at a time, and below `files` its objects. Digests of keys and secrets of webhooks are left out. Errors:
 * `store_unavailable`, `objects_unavailable`, those of the target.
 */
export async function exportCustomer(deps: ExportDeps, customer: Customer): Promise<void> {
  const { target, recordText } = deps;
  const { id } = customer;
  const all = { offset: 0 };
  const writeArray = (name: string, records: Iterable<object> | AsyncIterable<object>) => {
    return target.write([name], jsonArray(records, recordText));
  };
  const writeLines = (name: string, records: AsyncIterable<object>) => {
    return target.write([name], jsonLines(records, recordText));
  };
  await target.write(['customer.json'], once(`${recordText(customer)}\n`));
  await writeArray('keys.json', (await deps.keys.list(id)).map(withoutDigest));
  await writeArray('webhooks.json', await webhooksOf(deps, id));
  await writeArray('plants.json', deps.plants.list(id));
  await writeArray('unavailabilities.json', deps.unavailabilities.list(id, undefined, all));
  await writeLines('superseded-unavailabilities.jsonl', supersededOf(deps, id));
  await writeArray('outage-uploads.json', deps.uploads.list(id, all));
  await writeArray('measurement-uploads.json', measurementUploadsOf(deps, id));
  await writeLines('production.jsonl', productionsOf(deps, id));
  await writeLines('consumption.jsonl', consumptionsOf(deps, id));
  await writeLines('delivered-forecasts.jsonl', deliveredForecastsOf(deps, id));
  await writeLines('own-forecasts.jsonl', ownForecastsOf(deps, id));
  await writeLines('weather.jsonl', weatherOf(deps, id));
  await writeArray('trade-uploads.json', tradeUploadsOf(deps, id));
  await writeLines('trades.jsonl', tradesOf(deps, id));
  await writeLines('deviations.jsonl', deviationsOf(deps, id));
  await writeArray('plant-settings.json', plantSettingsOf(deps, id));
  await writeArray('portfolio-settings.json', portfolioSettingsOf(deps, id));
  await writeArray('strategies.json', settingsOf(deps, id));
  await target.write(['purchases.jsonl'], purchaseLines(deps, id));
  await target.write(['audit.jsonl'], auditLines(deps, id));
  await exportFiles(deps, customer);
}

async function webhooksOf({ webhooks }: ExportDeps, id: string): Promise<object[]> {
  const found = await webhooks.list(id);
  return found.map((webhook) => {
    const { secret: _, previousSecret: __, ...rest } = webhook;
    return rest;
  });
}

/** What the unavailabilities of a customer's plants said before they were changed or removed. */
async function* supersededOf(
  { plants, unavailabilities }: ExportDeps,
  customerId: string,
): AsyncGenerator<object> {
  for await (const plant of plants.list(customerId)) {
    for await (const { start, end, ...said } of unavailabilities.superseded(customerId, plant.id)) {
      const span = { startTimeUtc: new Date(start), endTimeUtc: new Date(end) };
      yield { ...said, plantId: plant.name, ...span };
    }
  }
}

function withoutDigest(key: ApiKey): object {
  const { digest: _, ...rest } = key;
  return rest;
}

async function* settingsOf({ customerRecords }: ExportDeps, id: string): AsyncGenerator<object> {
  for (let offset = 0; ; offset += PAGE) {
    const page = await customerRecords.settings(id, { offset, limit: PAGE });
    yield* page;
    if (page.length < PAGE) return;
  }
}

async function* purchaseLines(deps: ExportDeps, customerId: string): AsyncGenerator<string> {
  let after: string | undefined;
  do {
    const ids = await deps.customerRecords.purchaseIds(customerId, PAGE, after);
    for (const id of ids) yield* purchaseLine(deps, id);
    after = ids.at(-1);
  } while (after !== undefined);
}

/** A purchase with all that belongs to it; nothing where it is gone. */
async function* purchaseLine(deps: ExportDeps, id: string): AsyncGenerator<string> {
  const found = await deps.purchases.read(id);
  if (!found) return;
  const outputs = found.outputs.map(({ json }) => json).join(',');
  const history = await deps.purchases.history(id);
  const decisions = (await deps.decisions.list(id)).map((each) => deps.recordText(each));
  const plan = await deps.plans.get(id);
  const stages = (plan?.stages ?? []).map((each) => deps.recordText(each));
  const sets = await deps.plans.superseded(id);
  const superseded = sets.map((each) => deps.recordText(each));
  const series = (await deps.purchases.series(id)) ?? '[]';
  const texts = {
    decisions: `[${decisions.join()}]`,
    plan: `[${stages.join()}]`,
    supersededBids: `[${superseded.join()}]`,
    purchase: series,
    strategyOutput: `[${outputs}]`,
    evaluation: await evaluationOf(deps, id, series),
  };
  yield `${deps.recordText({ ...found.purchase, history }, texts)}\n`;
}

async function evaluationOf(
  { evaluations, evaluationJson, clock }: ExportDeps,
  id: string,
  series: JsonText,
): Promise<JsonText> {
  const found = await evaluations.get(id);
  if (!found) return 'null';
  const prices = JSON.parse((await evaluations.prices(id)) ?? '{}') as EvaluationPrices;
  return JSON.stringify({
    evaluated_at: found.evaluatedAt,
    ...evaluationJson(evaluationView(found, clock())),
    prices: pricesByItem(prices, readSeries(JSON.parse(series))),
  });
}

async function* auditLines(
  { audit, recordText }: ExportDeps,
  customerId: string,
): AsyncGenerator<string> {
  let after: AuditPosition | null = null;
  do {
    const page = await audit.page({ customerId, limit: PAGE, ...(after && { after }) });
    for (const entry of page.entries) yield `${recordText(entry)}\n`;
    after = page.last;
  } while (after);
}

async function exportFiles(
  { objects, digest, target }: ExportDeps,
  { folder }: Customer,
): Promise<void> {
  if (folder === null) return;
  const folders = new CustomerFolders(folder, digest);
  for (const prefix of folders.own()) {
    for await (const { key } of walk(objects, prefix)) {
      const object = await objects.get(key);
      if (!object) continue;
      const path = key.slice(folders.root().length).split('/');
      await target.write(['files', ...path], object.content);
    }
  }
}

async function* jsonLines(
  records: AsyncIterable<object>,
  recordText: RecordText,
): AsyncGenerator<string> {
  for await (const record of records) yield `${recordText(record)}\n`;
}

async function* jsonArray(
  records: Iterable<object> | AsyncIterable<object>,
  recordText: RecordText,
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const record of records) {
    yield `${before}${recordText(record)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
