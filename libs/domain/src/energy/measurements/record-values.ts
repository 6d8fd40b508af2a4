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

/** How many periods were recorded, and how many of them cover an instant for which there was a value. */
export interface RecordedValues {
  readonly rows: number;
  readonly replaced: number;
}

/**
 * Records values of a plant's production, all or nothing. Errors: `plant_not_found`, `invalid_request` for an
 * implausible value unless it is forced, `store_unavailable`.
 *
 * @param values at least one; no two overlap.
 */
export async function recordProduction(
  deps: RecordValuesDeps & { readonly plants: Pick<PlantStore, 'byName'> },
  source: AuditSource,
  customerId: string,
  plantName: string,
  values: readonly GivenValue[],
  force: boolean,
): Promise<RecordedValues> {
  const plant = (await deps.plants.byName(customerId, plantName)) ?? plantNotFound();
  const installed = Number(plant.installedCapacityMw);
  const bad = force ? -1 : values.findIndex(({ microMw }) => !isPlausible(microMw, installed));
  if (bad >= 0) {
    const mw = megawatts((values[bad] as GivenValue).microMw);
    const what = `values[${bad}].mw is ${mw} MW, where the plant has ${installed} MW installed`;
    throw invalidRequest(`${what}: say force=true to record it`);
  }
  const series = { kind: 'production', plantId: plant.id } as const;
  return record(deps, source, customerId, series, values);
}

/**
 * Records values of the consumption of a group, all or nothing. Errors: `store_unavailable`.
 *
 * @param values as of {@link recordProduction}.
 */
export function recordConsumption(
  deps: RecordValuesDeps,
  source: AuditSource,
  customerId: string,
  series: ConsumptionSeries,
  values: readonly GivenValue[],
): Promise<RecordedValues> {
  return record(deps, source, customerId, series, values);
}

async function record(
  { measurements, clock }: RecordValuesDeps,
  source: AuditSource,
  customerId: string,
  series: MeasuredSeries,
  values: readonly GivenValue[],
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
