import { formatInput } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { t } from '../outages/texts.ts';
import type { Plant } from '../plants/data.ts';

/** Says that a plant cannot have so many MW available; undefined where it can. */
export function aboveNominal(mw: number, plant: Plant | undefined): string | undefined {
  if (!plant || mw <= Number(plant.nominal_capacity_mw)) return undefined;
  const nominal = formatInput(Number(plant.nominal_capacity_mw));
  return fill(t.aboveNominal, { plant: plant.name, nominal });
}
