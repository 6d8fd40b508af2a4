import type { AvailabilityType, SourceUnit } from '../unavailabilities/unavailability.ts';
import { AVAILABILITY_TYPES } from '../unavailabilities/unavailability.ts';
import { headerWords, splitZone, wordsBefore } from '../values/header-words.ts';
import { type Cell, cellText } from '../values/table.ts';

/** What a file of any spreadsheet says of an unavailability; the names are those of version 1. */
export const DIALECT_FIELDS = [
  'plant_id',
  'start_time_utc',
  'end_time_utc',
  'power',
  'source_unit',
  'availability_type',
  'observations',
  'timezone_source',
] as const;
export type DialectField = (typeof DIALECT_FIELDS)[number];

/** Headers without their unit and zone, in lower case, without accents and signs. */
const HEADERS: Readonly<Record<DialectField | 'unavailable', readonly string[]>> = {
  plant_id: [
    'plant id',
    'plant',
    'plant name',
    'production resource name',
    'planta',
    'nombre planta',
    'nombre de planta',
    'nombre de la planta',
    'codigo planta',
    'codigo de planta',
    'id planta',
    'parque',
    'instalacion',
    'central',
    'unidad de produccion',
    'unidad de programacion',
  ],
  start_time_utc: [
    'start time',
    'start',
    'start date',
    'inicio',
    'fecha inicio',
    'fecha de inicio',
    'hora inicio',
    'hora de inicio',
    'fecha y hora inicio',
    'fecha y hora de inicio',
    'fecha hora inicio',
    'desde',
    'comienzo',
    'fecha comienzo',
    'inicio indisponibilidad',
  ],
  end_time_utc: [
    'end time',
    'end',
    'end date',
    'fin',
    'fecha fin',
    'fecha de fin',
    'hora fin',
    'hora de fin',
    'fecha y hora fin',
    'fecha y hora de fin',
    'fecha hora fin',
    'hasta',
    'final',
    'fecha final',
    'fin indisponibilidad',
  ],
  power: [
    'available power',
    'avail qty',
    'available',
    'available capacity',
    'potencia disponible',
    'disponible',
    'pot disponible',
    'disponibilidad',
    'capacidad disponible',
  ],
  unavailable: [
    'unavailable power',
    'unavailable',
    'unavailable capacity',
    'potencia indisponible',
    'potencia no disponible',
    'indisponible',
    'no disponible',
    'capacidad indisponible',
  ],
  source_unit: ['source unit', 'unit', 'unidad', 'unidades', 'unidad de medida'],
  availability_type: [
    'availability type',
    'type',
    'tipo',
    'tipo de indisponibilidad',
    'tipo indisponibilidad',
  ],
  observations: [
    'observations',
    'comments',
    'notes',
    'observaciones',
    'observacion',
    'comentarios',
    'comentario',
    'notas',
    'motivo',
    'descripcion',
  ],
  timezone_source: ['timezone source', 'timezone', 'time zone', 'zona horaria', 'huso horario'],
};

/** Version 1 defines these without a unit as MW, and without a zone as UTC. */
const VERSION_1: Readonly<Record<string, Qualifiers>> = {
  'avail qty': { unit: 'MW' },
  start: { zone: 'UTC' },
  end: { zone: 'UTC' },
};

/** What people call the types, without accents. */
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

interface Qualifiers {
  readonly unit?: SourceUnit;
  /** Empty for a local time of some zone. */
  readonly zone?: string;
}

/** What a header means. */
interface DialectHeader extends Qualifiers {
  readonly field: DialectField;
  readonly isUnavailable: boolean;
}

/** Undefined for a header that is none of an outage file. */
export function readHeader(header: string): DialectHeader | undefined {
  const { name, ...qualifiers } = splitHeader(header);
  for (const [field, names] of Object.entries(HEADERS)) {
    if (!names.includes(name)) continue;
    const isUnavailable = field === 'unavailable';
    const usual = VERSION_1[name] ?? {};
    return {
      field: isUnavailable ? 'power' : (field as DialectField),
      isUnavailable,
      ...usual,
      ...qualifiers,
    };
  }
  return undefined;
}

/** A header with its unit and zone apart: `Potencia disponible (MW)`, `Inicio (UTC)`. */
function splitHeader(header: string): { name: string } & Qualifiers {
  const words = headerWords(header);
  for (const [sign, unit] of Object.entries(UNITS)) {
    const name = wordsBefore(words, sign);
    if (name !== undefined) return { name, unit };
  }
  return splitZone(words);
}

/** How many columns of an outage file a row names, as headers do. */
export function countOutageColumns(row: readonly string[]): number {
  return new Set(row.flatMap((name) => readHeader(name)?.field ?? [])).size;
}

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
