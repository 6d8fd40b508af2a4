import { isSettled } from '@solano/domain/desk';
import type { MemoryDatabase } from '@solano/memory';
import type { Ledger, PurchaseAccount } from './ledger.ts';

type PurchaseRow =
  typeof MemoryDatabase.prototype.purchases extends Map<string, infer R> ? R : never;

/** Invariants once everything has come to rest: each sentence is a violated one. */
export function violationsAtRest(
  memory: MemoryDatabase,
  ledger: Ledger,
  isFailing: (megawatts: number) => boolean,
): string[] {
  return [
    ...ledger.violations,
    ...unsettledJobs(memory),
    ...submissions(memory, ledger),
    ...[...memory.purchases.values()].flatMap((row) => purchase(row, ledger, isFailing)),
    ...evaluations(memory),
    ...audit(memory, ledger),
    ...[...ledger.purchases.values()].flatMap((account) => messages(account, memory, ledger)),
  ];
}

function unsettledJobs({ jobs }: MemoryDatabase): string[] {
  return [...jobs.keys()].map((name) => `The job of ${name} has not ended.`);
}

function megawattsOf(series: string): number {
  const [item] = JSON.parse(series) as [{ readonly purchase: number }];
  return item.purchase;
}

/** Every accepted purchase is there, once. */
function submissions(memory: MemoryDatabase, { accepted }: Ledger): string[] {
  const found: string[] = [];
  const bySubmission = Map.groupBy(memory.purchases.values(), ({ series }) => series);
  for (const [submission, rows] of bySubmission) {
    if (rows.length > 1) found.push(`Submission ${submission} made ${rows.length} purchases.`);
  }
  for (const [submission, ids] of accepted) {
    for (const id of ids) {
      if (!memory.purchases.has(id)) found.push(`Purchase ${id} was accepted and is gone.`);
    }
    if (ids.size > 1) found.push(`Submission ${submission} was answered with ${ids.size} ids.`);
  }
  return found;
}

function purchase(
  { purchase: { id, status }, series, outputs, history }: PurchaseRow,
  ledger: Ledger,
  isFailing: (megawatts: number) => boolean,
): string[] {
  const account = ledger.purchases.get(id);
  if (!account) return [`Purchase ${id} has no account.`];
  const found: string[] = [];
  const say = (text: string) => found.push(`Purchase ${id} ${text}`);
  if (status !== account.status)
    say(`is ${status}, and its last change made it ${account.status}.`);
  if (!isSettled({ status }) && account.statusBy !== 'customer')
    say(`was never settled: ${status}.`);
  const byWorkflow = account.statusBy === 'workflow';
  const expected = isFailing(megawattsOf(series)) ? 'failed' : 'completed';
  if (byWorkflow && status !== expected) say(`ended as ${status} and not as ${expected}.`);
  if (history.at(-1)?.status !== status) say(`is ${status}, and its history says otherwise.`);
  const texts = (list: typeof outputs) => list.map(({ json }) => json).join();
  if (texts(outputs) !== texts(account.outputs)) {
    say(`has outputs ${texts(outputs)}, and the last update had ${texts(account.outputs)}.`);
  }
  return found;
}

/** An evaluation is of the outputs that are stored. */
function evaluations(memory: MemoryDatabase): string[] {
  return [...memory.purchases.values()].flatMap(({ purchase: { id }, outputs }) => {
    const texts = `[${outputs.map(({ json }) => json).join()}]`;
    const figures = memory.evaluations.get(id)?.figures ?? '[]';
    return figures === texts ? [] : [`Purchase ${id} has outputs ${texts}, evaluated: ${figures}.`];
  });
}

/** Each change of a purchase has its entry in the audit log, once. */
function audit(memory: MemoryDatabase, { purchases }: Ledger): string[] {
  const entries = () => new Map<string, number>();
  const count = { 'purchase.submit': entries(), 'purchase.update': entries() };
  for (const { action, subject } of memory.audit) {
    if (action !== 'purchase.submit' && action !== 'purchase.update') continue;
    count[action].set(subject, (count[action].get(subject) ?? 0) + 1);
  }
  const found: string[] = [];
  for (const [id, { updates }] of purchases) {
    const submitted = count['purchase.submit'].get(id) ?? 0;
    if (submitted !== 1)
      found.push(`Purchase ${id} has ${submitted} audit entries of its submission.`);
    const updated = count['purchase.update'].get(id) ?? 0;
    if (updated !== updates) {
      found.push(`Purchase ${id} changed ${updates} times and has ${updated} audit entries.`);
    }
  }
  return found;
}

/** Each settlement has made a message to each webhook, and each has an end. */
function messages(account: PurchaseAccount, memory: MemoryDatabase, ledger: Ledger): string[] {
  const { id } = account.purchase;
  const own = [...memory.deliveries.values()].filter(({ purchaseId }) => purchaseId === id);
  const names = (list: readonly { readonly webhookId: string; readonly event: string }[]) =>
    list
      .map(({ webhookId, event }) => `${webhookId} ${event}`)
      .toSorted()
      .join();
  const found: string[] = [];
  if (names(own) !== names(account.messages)) {
    found.push(`Purchase ${id} has messages ${names(own)}, and not ${names(account.messages)}.`);
  }
  for (const message of own) {
    if (message.status === 'pending') found.push(`Message ${message.id} was never settled.`);
    if (message.status === 'delivered' && !ledger.receipts.has(message.id)) {
      found.push(`Message ${message.id} counts as delivered, and no endpoint has received it.`);
    }
  }
  return found;
}
