import { type ColumnTable, headerWords } from '@solano/domain/kernel/tables';
import type { AvailabilityType, SourceUnit } from '../unavailabilities/unavailability.ts';
import { AVAILABILITY_TYPES, SOURCE_UNITS } from '../unavailabilities/unavailability.ts';

/** The columns of an outage file of any spreadsheet; the fields are those of version 1. */
export const OUTAGE_COLUMNS = {
  plant_id: {
    names: [
      {
        en: 'plant id, plant, plant name, plant code, production resource name, production unit name, generation unit name',
        es: 'planta, nombre planta, nombre de planta, nombre de la planta, código planta, código de planta, código de la planta, id planta, parque, instalación, central, unidad de producción, unidad de programación',
        pt: 'central, planta, nome da central, nome da planta, código da central, instalação, unidade de produção',
      },
    ],
    type: 'text',
  },
  start_time_utc: {
    names: [
      {
        en: 'start time, start, start date, from',
        es: 'inicio, fecha inicio, fecha de inicio, hora inicio, hora de inicio, fecha y hora inicio, fecha y hora de inicio, fecha hora inicio, desde, comienzo, fecha comienzo, inicio indisponibilidad',
        pt: 'início, data início, data de início, hora de início, data e hora de início, data hora início, desde, começo, início da indisponibilidade',
      },
    ],
    type: 'time',
    // As version 1 defines it.
    says: { start: { zone: 'UTC' } },
    example: '08:00',
  },
  end_time_utc: {
    names: [
      {
        en: 'end time, end, end date, to, until',
        es: 'fin, fecha fin, fecha de fin, hora fin, hora de fin, fecha y hora fin, fecha y hora de fin, fecha hora fin, hasta, final, fecha final, fin indisponibilidad',
        pt: 'fim, data fim, data de fim, hora de fim, data e hora de fim, data hora fim, até, fim da indisponibilidade',
      },
    ],
    type: 'time',
    says: { end: { zone: 'UTC' } },
    example: '08:00',
  },
  available_power: {
    names: [
      {
        en: 'available power, avail qty, available, available capacity',
        es: 'potencia disponible, disponible, pot disponible, disponibilidad, capacidad disponible',
        pt: 'potência disponível, disponível, pot disponível, disponibilidade, capacidade disponível',
      },
    ],
    type: 'number',
    units: SOURCE_UNITS,
    says: { 'avail qty': { unit: 'MW' } },
  },
  unavailable_power: {
    names: [
      {
        en: 'unavailable power, unavailable, unavailable capacity',
        es: 'potencia indisponible, potencia no disponible, indisponible, no disponible, capacidad indisponible',
        pt: 'potência indisponível, potência não disponível, indisponível, não disponível, capacidade indisponível',
      },
    ],
    type: 'number',
    units: SOURCE_UNITS,
  },
  source_unit: {
    names: [
      {
        en: 'source unit, unit',
        es: 'unidad, unidades, unidad de medida',
        pt: 'unidade, unidades, unidade de medida',
      },
    ],
    type: 'text',
    example: 'MW',
  },
  availability_type: {
    names: [
      {
        en: 'availability type, type, outage type',
        es: 'tipo, tipo de indisponibilidad, tipo indisponibilidad',
        pt: 'tipo, tipo de indisponibilidade',
      },
    ],
    type: 'text',
    example: 'UNAVAILABILITY',
  },
  observations: {
    names: [
      {
        en: 'observations, comments, notes',
        es: 'observaciones, observación, comentarios, comentario, notas, motivo, descripción',
        pt: 'observações, observação, comentários, comentário, notas, motivo, descrição',
      },
    ],
    type: 'text',
  },
  timezone_source: {
    names: [
      {
        en: 'timezone source, timezone, time zone',
        es: 'zona horaria, huso horario',
        pt: 'fuso horário',
      },
    ],
    type: 'text',
    example: 'Europe/Madrid',
  },
} as const satisfies ColumnTable<string>;

export type OutageField = keyof typeof OUTAGE_COLUMNS;

/** Common names of the types. */
const TYPE_NAMES: Readonly<Record<AvailabilityType, string>> = {
  UNAVAILABILITY:
    'unavailability, outage, forced outage, planned outage, unplanned outage, maintenance, planned maintenance, unplanned maintenance, scheduled maintenance, forced unavailability, planned unavailability, indisponibilidad, indisponibilidad programada, indisponibilidad no programada, indisponibilidad fortuita, mantenimiento, mantenimiento programado, mantenimiento preventivo, mantenimiento correctivo, avería, parada, parada programada, revisión, descargo, indisponibilidade, indisponibilidade programada, manutenção, manutenção programada, manutenção planeada, manutenção preventiva, manutenção corretiva, avaria, paragem, paragem programada, revisão, A53, A54',
  CURTAILMENT:
    'curtailment, limitation, restriction, limitación, limitaciones, restricción, restricciones, restricciones técnicas, recorte, vertido, limitação, restrição, corte',
  OTHER: 'other, others, otro, otros, otra, otras, outro, outros, outra, outras',
};

let typesByWords: ReadonlyMap<string, AvailabilityType> | undefined;

/** The type as version 1 has it. */
export function typeText(text: string): string {
  typesByWords ??= new Map(
    AVAILABILITY_TYPES.flatMap((type) =>
      TYPE_NAMES[type].split(',').map((name) => [headerWords(name), type] as const),
    ),
  );
  return typesByWords.get(headerWords(text)) ?? text;
}

/** The unit as version 1 has it. */
export function unitText(text: string): string {
  return SOURCE_UNITS.find((unit) => unit.toLowerCase() === text.toLowerCase()) ?? text;
}

/** The unit that a header says, where power can be in it. */
export function sourceUnitOf(unit: string | undefined): SourceUnit | undefined {
  return SOURCE_UNITS.find((each) => each === unit);
}
