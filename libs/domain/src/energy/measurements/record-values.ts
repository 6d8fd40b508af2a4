import { type PlantStore, plantNotFound } from '@solano/domain/assets';
import { type Clock, invalidRequest, megawatts, translating } from '@solano/domain/kernel';
import type { AuditSource } from '@solano/domain/service';
import type { ConsumptionSeries, MeasuredSeries } from './measured-series.ts';
import type { MeasurementStore } from './measurement-store.ts';
import { isPlausible } from './plausible.ts';
import { runsOf, type Step } from './power-run.ts';

/** A value as a program gives it. */
export interface GivenValue {
  readonly start: number;
  readonly step: Step;
  readonly microMw: number;
}

export interface RecordValuesDeps {
  readonly measurements: Pick<MeasurementStore, 'record'>;
  readonly clock: Clock;
}

/** Values of a series, and who sends them. */
interface SentValues {
  readonly source: AuditSource;
  readonly customerId: string;
  /** At least one; no two overlap. */
  readonly values: readonly GivenValue[];
}

export interface SentProduction extends SentValues {
  readonly plantName: string;
  /** Records implausible values, too. */
  readonly force: boolean;
}

export interface SentConsumption extends SentValues {
  readonly series: ConsumptionSeries;
}

/** How many periods were recorded, and how many of them cover an instant for which there was a value. */
export interface RecordedValues {
  readonly rows: number;
  readonly replaced: number;
}

/**
 * Records values of a plant's production, all or nothing. Errors: `plant_not_found`, `invalid_request` for an
 * implausible value unless it is forced, `store_unavailable`.
 */
export async function recordProduction(
  deps: RecordValuesDeps & { readonly plants: Pick<PlantStore, 'byName'> },
  { plantName, force, ...sent }: SentProduction,
): Promise<RecordedValues> {
  const { customerId, values } = sent;
  const plant = (await deps.plants.byName(customerId, plantName)) ?? plantNotFound();
  const installed = Number(plant.installedCapacityMw);
  const bad = force ? -1 : values.findIndex(({ microMw }) => !isPlausible(microMw, installed));
  if (bad >= 0) {
    const mw = megawatts((values[bad] as GivenValue).microMw);
    const what = `values[${bad}].mw is ${mw} MW, where the plant has ${installed} MW installed`;
    throw invalidRequest(`${what}: say force=true to record it`);
  }
  const series = { kind: 'production', plantId: plant.id } as const;
  return record(deps, series, sent);
}

/** Records values of the consumption of a group, all or nothing. Errors: `store_unavailable`. */
export function recordConsumption(
  deps: RecordValuesDeps,
  { series, ...sent }: SentConsumption,
): Promise<RecordedValues> {
  return record(deps, series, sent);
}

async function record(
  { measurements, clock }: RecordValuesDeps,
  series: MeasuredSeries,
  { source, customerId, values }: SentValues,
): Promise<RecordedValues> {
  const at = clock();
  const runs = [...runsOf(values.toSorted((a, b) => a.start - b.start))];
  const subject = series.kind === 'production' ? series.plantId : series.user;
  const entry = { ...source, at, action: `${series.kind}.record`, customerId, subject } as const;
  const replaced = await translating('plant_unknown', plantNotFound, () =>
    measurements.record({ customerId, deliveredAt: at }, [{ series, runs }], entry),
  );
  return { rows: values.length, replaced: replaced ?? 0 };
}
