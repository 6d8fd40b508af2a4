import type { AuditLog, AuditPosition } from '../audit/audit.ts';
import { once } from '../backup/bytes.ts';
import { walk } from '../backup/objects.ts';
import type { ApiKey, KeyStore } from '../keys/key.ts';
import { CustomerFolders, type Digest } from '../objects/layout.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { OutageUploadStore } from '../outages/outage-upload.ts';
import type { PlantStore } from '../plants/plant.ts';
import type { DecisionStore } from '../purchase-decision/decision.ts';
import type { EvaluationStore } from '../purchase-evaluation/evaluation-store.ts';
import type { PurchaseStore } from '../purchases/purchase.ts';
import type { UnavailabilityStore } from '../unavailabilities/unavailability.ts';
import type { JsonText } from '../values/text.ts';
import type { WebhookStore } from '../webhooks/webhook.ts';
import type { Customer } from './customer.ts';
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

export interface ExportDeps {
  readonly customerRecords: Pick<CustomerRecords, 'purchaseIds' | 'settings'>;
  readonly keys: Pick<KeyStore, 'list'>;
  readonly webhooks: Pick<WebhookStore, 'list'>;
  readonly plants: Pick<PlantStore, 'list'>;
  readonly unavailabilities: Pick<UnavailabilityStore, 'list'>;
  readonly uploads: Pick<OutageUploadStore, 'list'>;
  readonly purchases: PurchaseStore;
  readonly evaluations: EvaluationStore;
  readonly decisions: DecisionStore;
  readonly audit: Pick<AuditLog, 'page'>;
  readonly objects: ObjectStore;
  readonly digest: Digest;
  readonly target: ExportTarget;
}

/**
 * Writes all of a customer's data, one record at a time: JSON with names in snake case,
 * and below `files` its objects. Digests of keys and secrets of webhooks are left out. Errors:
 * `store_unavailable`, `objects_unavailable`, those of the target.
 */
export async function exportCustomer(deps: ExportDeps, customer: Customer): Promise<void> {
  const { target } = deps;
  const { id } = customer;
  const all = { offset: 0 };
  await target.write(['customer.json'], once(`${toJson(customer)}\n`));
  const keys = (await deps.keys.list(id)).map(withoutDigest);
  await target.write(['keys.json'], jsonArray(keys));
  await target.write(['webhooks.json'], jsonArray(await webhooksOf(deps, id)));
  await target.write(['plants.json'], jsonArray(deps.plants.list(id, all)));
  const unavailabilities = deps.unavailabilities.list(id, undefined, all);
  await target.write(['unavailabilities.json'], jsonArray(unavailabilities));
  await target.write(['outage-uploads.json'], jsonArray(await deps.uploads.list(id)));
  await target.write(['strategies.json'], jsonArray(settingsOf(deps, id)));
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
  const rest = {
    history: await deps.purchases.history(id),
    decisions: (await deps.decisions.list(id)).map(fieldsOf),
  };
  const texts = {
    purchase: (await deps.purchases.series(id)) ?? '[]',
    strategy_output: `[${outputs}]`,
    evaluation: await evaluationOf(deps, id),
  };
  yield `${toJson({ ...found.purchase, ...rest }, texts)}\n`;
}

async function evaluationOf({ evaluations }: ExportDeps, id: string): Promise<JsonText> {
  const found = await evaluations.get(id);
  if (!found) return 'null';
  const { evaluatedAt, figures, realised } = found;
  const prices = (await evaluations.prices(id)) ?? 'null';
  return toJson({ evaluatedAt }, { figures, realised, prices });
}

async function* auditLines({ audit }: ExportDeps, customerId: string): AsyncGenerator<string> {
  let after: AuditPosition | null = null;
  do {
    const page = await audit.page({ customerId, limit: PAGE, ...(after && { after }) });
    for (const entry of page.entries) yield `${toJson(entry)}\n`;
    after = page.last;
  } while (after);
}

async function exportFiles(
  { objects, digest, target }: ExportDeps,
  { folder }: Customer,
): Promise<void> {
  if (folder === null) return;
  const root = new CustomerFolders(folder, digest).root();
  for await (const { key } of walk(objects, root)) {
    const object = await objects.get(key);
    if (!object) continue;
    await target.write(['files', ...key.slice(root.length).split('/')], object.content);
  }
}

async function* jsonArray(
  records: Iterable<object> | AsyncIterable<object>,
): AsyncGenerator<string> {
  let before = '[\n';
  for await (const record of records) {
    yield `${before}${toJson(record)}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/**
 * A record as one line of JSON.
 *
 * @param texts fields that are JSON already: their numbers stay as they were sent.
 */
function toJson(record: object, texts: Readonly<Record<string, JsonText>> = {}): string {
  const plain = Object.entries(fieldsOf(record)).map(([name, value]) => {
    return `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  });
  // Within JSON a line ends between values only.
  const embedded = Object.entries(texts).map(([name, text]) => {
    return `${JSON.stringify(name)}:${text.replaceAll(/[\r\n]+/g, ' ')}`;
  });
  return `{${[...plain, ...embedded].join(',')}}`;
}

/** A record with its names in snake case, as in the API. */
function fieldsOf(record: object): object {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}
