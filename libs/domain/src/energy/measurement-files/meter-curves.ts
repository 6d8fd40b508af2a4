import { MINUTE_MS } from '@solano/domain/kernel';
import { SLOT_MS, type Step } from '../measurements/power-run.ts';
import type { MeasuredValue } from './measurement-reading.ts';

/** The code of a Spanish supply point. */
const CUPS = /^ES\d{16}[A-Z]{2}(\d[A-Z])?$/i;
const DATE = /^\d{4}[/-]\d{2}[/-]\d{2} /;
const KIND_OF_MEASUREMENT = /^\d{1,2}$/;
/** Fields of a row of P1, in which a quality follows each value. */
const MIN_FIELDS_OF_P1 = 18;

export function isCups(text: string): boolean {
  return CUPS.test(text.trim());
}

/**
 * The header that the curves of Spanish distributors lack, by their first row: F1, P1 (kWh, the kind
 * of measurement before the time) and P5D (Wh). Undefined where the row is of no such file.
 *
 * @param kind consumption is what enters the supply point, production what leaves it.
 */
export function curveHeader(
  kind: 'production' | 'consumption',
  row: readonly string[],
): readonly string[] | undefined {
  const [cups = '', second = '', third = ''] = row.map((field) => field.trim());
  if (!isCups(cups)) return undefined;
  const isKnown = KIND_OF_MEASUREMENT.test(second) && DATE.test(third);
  if (!isKnown && !DATE.test(second)) return undefined;
  const unit = isKnown ? 'kWh' : 'Wh';
  const times = isKnown ? ['tipo de medida', 'fecha y hora'] : ['fecha y hora'];
  const quality = isKnown && row.length >= MIN_FIELDS_OF_P1 ? ['calidad'] : [];
  const values =
    kind === 'consumption' ? [`AE (${unit})`] : ['entrante', ...quality, `AS (${unit})`];
  const named = ['CUPS', ...times, 'bandera', ...values];
  return [...named, ...Array.from({ length: Math.max(0, row.length - named.length) }, () => '')];
}

/** A sum of supply points, and the periods that it lacks. */
export interface SummedValues {
  readonly values: readonly MeasuredValue[];
  readonly missing: number;
}

/**
 * The sum of supply points in the finest of their periods, coarser ones repeated. One counts from its
 * first value to its last: where it has none between them, the sum is missing.
 */
export function sumOfCurves(
  name: string,
  curves: readonly (readonly MeasuredValue[])[],
): SummedValues {
  const step = finestStep(curves.flat());
  const width = step * MINUTE_MS;
  const sums = new Map<number, { microMw: number; count: number; expected: number }>();
  const at = (start: number) => {
    const known = sums.get(start) ?? { microMw: 0, count: 0, expected: 0 };
    sums.set(start, known);
    return known;
  };
  for (const curve of curves) {
    const [first, last] = [curve[0], curve.at(-1)];
    if (!first || !last) continue;
    const end = last.start + last.step * MINUTE_MS;
    for (let start = first.start; start < end; start += width) at(start).expected += 1;
    for (const value of curve) {
      const valueEnd = value.start + value.step * MINUTE_MS;
      for (let start = value.start; start < valueEnd; start += width) {
        const sum = at(start);
        sum.microMw += value.microMw;
        sum.count += 1;
      }
    }
  }
  const whole = [...sums].filter(([, { count, expected }]) => count === expected);
  const values = whole
    .sort(([a], [b]) => a - b)
    .map(([start, { microMw }]) => ({ series: name, start, step, microMw }));
  return { values, missing: sums.size - whole.length };
}

/** The longest period of which all of the values are multiples, at multiples of it. */
function finestStep(values: readonly MeasuredValue[]): Step {
  const steps = [60, 30, 15, 10] as const;
  const isCommon = (step: Step) =>
    values.every((value) => value.step % step === 0 && value.start % (step * MINUTE_MS) === 0);
  return steps.find(isCommon) ?? ((SLOT_MS / MINUTE_MS) as Step);
}
