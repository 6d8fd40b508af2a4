import type { AvailabilityType, SourceUnit } from '../unavailabilities/unavailability.ts';
import { AVAILABILITY_TYPES } from '../unavailabilities/unavailability.ts';
import { headerWords } from '../values/header-words.ts';
import type { Cell } from '../values/table.ts';
import { cellText } from '../values/table.ts';

const TYPES: Readonly<Record<string, AvailabilityType>> = {
  ...Object.fromEntries(AVAILABILITY_TYPES.map((type) => [type.toLowerCase(), type])),
  indisponibilidad: 'UNAVAILABILITY',
  limitacion: 'CURTAILMENT',
  restriccion: 'CURTAILMENT',
  otro: 'OTHER',
  otros: 'OTHER',
  otra: 'OTHER',
};
const UNITS: Readonly<Record<string, SourceUnit>> = { mw: 'MW', kw: 'kW', '%': '%' };

/** The type as version 1 has it. */
export function typeText(cell: Cell): string {
  const text = cellText(cell).trim();
  return TYPES[headerWords(text)] ?? text;
}

/** The unit as version 1 has it. */
export function unitText(cell: Cell): string {
  const text = cellText(cell).trim();
  return UNITS[text.toLowerCase()] ?? text;
}
