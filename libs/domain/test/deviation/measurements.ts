import type { PowerRun, Step } from '@solano/domain/energy';
import { MICRO, MINUTE_MS, startOfDate } from '@solano/domain/kernel';
import { uploadOf } from './uploads.ts';
import { CUSTOMER, type DeviationWorld, PORTFOLIO } from './world.ts';

/** MW in periods of a length from some minutes of a day on. */
export function runOf(
  date: string,
  megawatts: readonly number[],
  { step = 15, at = 0 }: { readonly step?: Step; readonly at?: number } = {},
): PowerRun {
  const start = startOfDate(date) + at * MINUTE_MS;
  return { start, step, microMw: megawatts.map((mw) => Math.round(mw * MICRO)) };
}

/** Records what a group of the portfolio consumed. */
export async function measure(
  world: DeviationWorld,
  date: string,
  megawatts: readonly number[],
  {
    group = '',
    ...when
  }: { readonly group?: string; readonly step?: Step; readonly at?: number } = {},
): Promise<void> {
  const { at, entry } = world.change();
  const series = { kind: 'consumption', ...PORTFOLIO, group } as const;
  const runs = [runOf(date, megawatts, when)];
  await world.measurements.record(
    { customerId: CUSTOMER.id, deliveredAt: at },
    [{ series, runs }],
    entry,
  );
}

/** Records hours of a day from a file; returns its id. */
export async function uploadMeasured(
  world: DeviationWorld,
  date: string,
  megawatts: readonly number[],
  { group }: { readonly group: string },
): Promise<string> {
  const series = { kind: 'consumption', ...PORTFOLIO, group } as const;
  const upload = uploadOf(world, 'consumption', date, { rows: megawatts.length, series: [group] });
  await world.measurements.record(
    { customerId: CUSTOMER.id, deliveredAt: world.now, upload },
    [{ series, runs: [runOf(date, megawatts, { step: 60 })] }],
    world.change().entry,
  );
  return upload.id;
}
