import type { MeasurementReading } from '@solano/domain/energy';
import { MINUTE_MS, megawatts } from '@solano/domain/kernel';
import { understoodJson } from '../table-file.ts';

/** What a file of measured energy would record, or what is wrong with it. */
export function measurementReadingJson({
  understood,
  preview,
  series,
  ...rest
}: MeasurementReading) {
  const { total, problems, warnings } = rest;
  return {
    understood: understood && understoodJson(understood),
    rows: preview.map(({ series: name, start, step, microMw }) => ({
      series: name,
      ...spanJson(start, start + step * MINUTE_MS),
      mw: megawatts(microMw),
    })),
    series: series.map(({ name }) => name),
    total,
    problems,
    ...warningsJson(warnings),
  };
}

/** Warnings as texts, and beside them as codes with parameters. */
export function warningsJson(warnings: MeasurementReading['warnings']) {
  return {
    warnings: warnings.map(({ text }) => text),
    warning_reasons: warnings.map(({ code, params }) => ({ code, params })),
  };
}

/** The span of a period, to the second. */
export function spanJson(start: number, end: number) {
  return { start_utc: instantText(start), end_utc: instantText(end) };
}

function instantText(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
