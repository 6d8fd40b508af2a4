import { plantNotFound } from '@solano/domain/assets';
import { type Clock, translating } from '@solano/domain/kernel';
import type { AuditSource } from '@solano/domain/service';
import type { MeasuredSeries } from './measured-series.ts';
import type { MeasurementStore } from './measurement-store.ts';
import { runsOf, type Step } from './power-run.ts';

/** A value as a program gives it. */
export interface GivenValue {
  readonly start: number;
  readonly step: Step;
  readonly microMw: number;
}

/**
 * Records values of a series, all or nothing. Returns how many periods were recorded and how many of them
 * cover an instant for which there was a value. Errors: `plant_not_found`, `store_unavailable`.
 *
 * @param values no two of which overlap, at least one.
 */
export async function recordValues(
  {
    measurements,
    clock,
  }: { readonly measurements: Pick<MeasurementStore, 'record'>; readonly clock: Clock },
  source: AuditSource,
  customerId: string,
  series: MeasuredSeries,
  values: readonly GivenValue[],
): Promise<{ readonly rows: number; readonly replaced: number }> {
  const at = clock();
  const runs = [...runsOf(values.toSorted((a, b) => a.start - b.start))];
  const subject = series.kind === 'production' ? series.plantId : series.user;
  const entry = { ...source, at, action: `${series.kind}.record`, customerId, subject } as const;
  const replaced = await translating('plant_unknown', plantNotFound, () =>
    measurements.record({ customerId, deliveredAt: at }, [{ series, runs }], entry),
  );
  return { rows: values.length, replaced: replaced ?? 0 };
}
