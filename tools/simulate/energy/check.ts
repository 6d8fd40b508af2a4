import { endOfRun, listMeasurements, type SeriesFilter } from '@solano/domain/energy';
import { MICRO, QUARTER_MS } from '@solano/domain/kernel';
import type { FileUpload } from '@solano/domain/service';
import { type MemoryDatabase, MemoryFileUploadStore, MemoryMeasurementStore } from '@solano/memory';
import {
  BEGINNING,
  type Commit,
  type EnergyLedger,
  GROUPS,
  nameOf,
  PORTFOLIO,
  QUARTERS,
  type SentDelivery,
} from './ledger.ts';

const DAYS = { from: '2026-11-09', to: '2026-11-11', resolution: 15 } as const;
const WINDOW = { from: BEGINNING, to: BEGINNING + QUARTERS * QUARTER_MS };

/** Invariants of measured energy once everything has come to rest: each sentence is a violated one. */
export async function energyViolations(
  memory: MemoryDatabase,
  ledger: EnergyLedger,
): Promise<string[]> {
  const found: string[] = [];
  const uploads = await presentUploads(memory, ledger);
  for (const sent of ledger.sent) found.push(...(await delivery(memory, ledger, sent, uploads)));
  for (const { id } of uploads) {
    if (ledger.takenBack.has(id)) found.push(`Upload ${id} was taken back and is listed.`);
  }
  const now = await listed(memory, ledger);
  const expected = expectedList(ledger);
  if (now !== expected) found.push(`Lists show ${now}, and deliveries give ${expected}.`);
  for (const { asOf, text, changes } of ledger.lists) {
    const isLate = (at: Date) => at <= asOf;
    const again = await listed(memory, ledger, asOf);
    const delivered = expectedList(ledger, asOf);
    const at = asOf.toISOString();
    if (again !== delivered)
      found.push(`As of ${at} lists show ${again}, and deliveries give ${delivered}.`);
    // A clock that is slow, or a statement on its way, may give a later commit an earlier time.
    if (again !== text && !ledger.changes.slice(changes).some(isLate))
      found.push(`As of ${at} lists showed ${text}, and show ${again}.`);
  }
  return found;
}

/** Whether a delivery is recorded whole or not at all, and where it was acknowledged, at all. */
async function delivery(
  memory: MemoryDatabase,
  { acknowledged }: EnergyLedger,
  { number, customerId, target, series, first, quarters }: SentDelivery,
  uploads: readonly FileUpload[],
): Promise<string[]> {
  const whole = `${first}+${quarters}`;
  const bySeries = new Map<string, string[]>(series.map((name) => [name, []]));
  const store = new MemoryMeasurementStore(memory);
  const filter = filterOf(target.kind, series);
  let counting = 0;
  for await (const { series: one, runs } of store.runs(customerId, filter, WINDOW)) {
    for (const run of runs.filter(({ microMw }) => microMw[0] === number * MICRO)) {
      const from = (run.start - BEGINNING) / QUARTER_MS;
      const length = (endOfRun(run) - run.start) / QUARTER_MS;
      const times = `${run.deliveredAt}–${run.takenBackAt ?? ''}`;
      bySeries.get(nameOf(one))?.push(`${from}+${length} ${times}`);
      if (nameOf(one) === series[0] && run.takenBackAt === undefined) counting += 1;
    }
  }
  const [recorded = [], ...others] = bySeries.values();
  const found: string[] = [];
  const isPart = (runs: readonly string[]) =>
    runs.join() !== recorded.join() || runs.some((run) => !run.startsWith(`${whole} `));
  if ([recorded, ...others].some(isPart)) found.push(`Delivery ${number} is recorded in part.`);
  if (acknowledged.has(number) && recorded.length === 0)
    found.push(`Delivery ${number} was acknowledged and is gone.`);
  const listedUploads = uploads.filter(({ fileName }) => fileName === `${number}.csv`).length;
  if (listedUploads > 1) found.push(`File ${number} is listed ${listedUploads} times.`);
  if (listedUploads > 0 && counting !== listedUploads)
    found.push(`File ${number} is listed, and its values count ${counting} times.`);
  return found;
}

async function presentUploads(
  memory: MemoryDatabase,
  { sent }: EnergyLedger,
): Promise<FileUpload[]> {
  const store = new MemoryFileUploadStore(memory);
  const found: FileUpload[] = [];
  for (const customerId of customersOf(sent)) {
    for (const filter of [{ kind: 'production' } as const, PORTFOLIO]) {
      for await (const upload of store.list(customerId, filter, { offset: 0 })) found.push(upload);
    }
  }
  return found;
}

/** What the lists of all customers show, now or as of an instant. */
export async function listed(
  memory: MemoryDatabase,
  { sent }: EnergyLedger,
  asOf?: Date,
): Promise<string> {
  const store = new MemoryMeasurementStore(memory);
  const lines: string[] = [];
  for (const customerId of customersOf(sent)) {
    const plants = [...memory.plants.values()].map(({ id }) => id);
    for (const kind of ['production', 'consumption'] as const) {
      const filter = filterOf(kind, plants);
      const parts = await listMeasurements(store, customerId, filter, { ...DAYS, asOf });
      for await (const { series, periods } of parts) {
        for (const { start, microMw } of periods) {
          lines.push(`${placeOf(customerId, nameOf(series), start)}: ${microMw / MICRO}`);
        }
      }
    }
  }
  return lines.sort().join();
}

/** What the lists must show by the commits: of each quarter the latest delivery that counts. */
function expectedList(ledger: EnergyLedger, asOf?: Date): string {
  const lines = [...countingValues(ledger, asOf)].map(([place, microMw]) => {
    return `${place}: ${microMw / MICRO}`;
  });
  return lines.sort().join();
}

/** Micro-MW by the places of {@link placeOf}. */
function countingValues({ commits }: EnergyLedger, asOf = new Date(8.64e15)): Map<string, number> {
  const values = new Map<string, number>();
  const isCounting = ({ deliveredAt, takenBackAt }: Commit) =>
    deliveredAt <= asOf && (takenBackAt === undefined || takenBackAt > asOf);
  const ordered = commits.toSorted((a, b) => a.deliveredAt.getTime() - b.deliveredAt.getTime());
  for (const { customerId, values: delivered } of ordered.filter(isCounting)) {
    for (const { series, runs } of delivered) {
      for (const { start, microMw } of runs) {
        for (const [i, value] of Array.from(microMw).entries()) {
          values.set(placeOf(customerId, nameOf(series), start + i * QUARTER_MS), value);
        }
      }
    }
  }
  return values;
}

/**
 * The MW of a portfolio by the start of a quarter hour: undefined where a group has no value since its first,
 * and where there is none.
 */
export function consumedMegawatts(
  ledger: EnergyLedger,
  customerId: string,
): (start: number) => number | undefined {
  const values = countingValues(ledger);
  const powerOf = (group: string, start: number) => values.get(placeOf(customerId, group, start));
  const starts = Array.from({ length: QUARTERS }, (_, i) => BEGINNING + i * QUARTER_MS);
  const groups = GROUPS.map((group) => {
    return { group, first: starts.find((start) => powerOf(group, start) !== undefined) };
  });
  return (start) => {
    const counting = groups.filter(({ first }) => first !== undefined && first <= start);
    if (counting.length === 0) return undefined;
    return counting.reduce<number | undefined>((sum, { group }) => {
      const value = powerOf(group, start);
      return sum === undefined || value === undefined ? undefined : sum + value / MICRO;
    }, 0);
  };
}

function placeOf(customerId: string, series: string, start: number): string {
  return `${customerId} ${series} ${(start - BEGINNING) / QUARTER_MS}`;
}

function customersOf(sent: readonly SentDelivery[]): string[] {
  return [...new Set(sent.map(({ customerId }) => customerId))];
}

function filterOf(kind: SeriesFilter['kind'], plantIds: readonly string[]): SeriesFilter {
  return kind === 'production' ? { kind, plantIds } : PORTFOLIO;
}
