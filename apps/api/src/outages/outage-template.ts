import { AVAILABILITY_TYPES, SOURCE_UNITS } from '@solano/domain/assets';
import type { Sheet, SheetColumn } from '@solano/spreadsheet';

/** The maximum number of plants in a drop-down list: a longer one is of no use in a spreadsheet. */
export const MAX_PLANTS = 1_000;

interface TemplateColumn extends SheetColumn {
  readonly isNeeded: boolean;
  readonly example: string;
  readonly english: string;
  readonly spanish: string;
}

/**
 * Returns a workbook of outages to fill in: the sheet itself, with drop-down lists, and one that
 * explains its columns.
 *
 * @param plants {@link MAX_PLANTS} at most.
 */
export function outageTemplate(
  plants: readonly { readonly name: string; readonly timezone: string }[],
): [Sheet, Sheet] {
  const names = plants.map(({ name }) => name);
  const zones = [...new Set(['Europe/Madrid', ...plants.map(({ timezone }) => timezone), 'UTC'])];
  const columns = templateColumns(names, zones);
  const explained = columns.map(({ header, isNeeded, example, english, spanish }) => {
    return [header, isNeeded ? 'yes / sí' : 'no', example, english, spanish];
  });
  return [
    { name: 'Outages', columns, rows: [] },
    { name: 'Columns - Columnas', columns: EXPLANATION, rows: explained },
  ];
}

const EXPLANATION: SheetColumn[] = [
  { header: 'Column / Columna', type: 'text', width: 22 },
  { header: 'Needed / Obligatoria', type: 'text', width: 22 },
  { header: 'Example / Ejemplo', type: 'text', width: 20 },
  { header: 'Meaning', type: 'text', width: 70 },
  { header: 'Significado', type: 'text', width: 70 },
];

function templateColumns(plants: readonly string[], zones: readonly string[]): TemplateColumn[] {
  return [
    {
      header: 'plant_id',
      type: 'text',
      width: 24,
      choices: plants,
      isNeeded: true,
      example: plants[0] ?? 'Muxía',
      english: 'Name of the plant, as it is in Solano.',
      spanish: 'Nombre de la planta, tal como está en Solano.',
    },
    {
      header: 'start_time',
      type: 'datetime',
      width: 18,
      isNeeded: true,
      example: '2026-11-23 08:00',
      english:
        'First instant, on the clock of timezone_source. A date and time of the spreadsheet.',
      spanish:
        'Primer instante, en la hora de timezone_source. Una fecha y hora de la hoja de cálculo.',
    },
    {
      header: 'end_time',
      type: 'datetime',
      width: 18,
      isNeeded: true,
      example: '2026-11-23 18:00',
      english: 'End of the outage, after its start.',
      spanish: 'Fin de la indisponibilidad, posterior al inicio.',
    },
    {
      header: 'available_power',
      type: 'number',
      width: 16,
      isNeeded: true,
      example: '12.5',
      english:
        'What the plant can still give, between 0 and its nominal capacity; not what is missing.',
      spanish: 'Lo que la planta aún puede dar, entre 0 y su potencia nominal; no lo que falta.',
    },
    {
      header: 'source_unit',
      type: 'text',
      choices: SOURCE_UNITS,
      isNeeded: true,
      example: 'MW',
      english: 'Unit of available_power; % is of nominal capacity.',
      spanish: 'Unidad de available_power; % es de la potencia nominal.',
    },
    {
      header: 'availability_type',
      type: 'text',
      width: 20,
      choices: AVAILABILITY_TYPES,
      isNeeded: false,
      example: 'UNAVAILABILITY',
      english: 'UNAVAILABILITY where it is empty; CURTAILMENT: the grid operator ordered it.',
      spanish: 'UNAVAILABILITY si está vacía; CURTAILMENT: lo ordenó el operador de la red.',
    },
    {
      header: 'observations',
      type: 'text',
      width: 40,
      isNeeded: false,
      example: 'gearbox / multiplicadora',
      english: 'Free text.',
      spanish: 'Texto libre.',
    },
    {
      header: 'timezone_source',
      type: 'text',
      width: 18,
      choices: zones,
      isNeeded: true,
      example: 'Europe/Madrid',
      english: 'Time zone of the two times.',
      spanish: 'Zona horaria de las dos fechas.',
    },
  ];
}
