import type { ColumnTable, Unit } from '@solano/domain/kernel';

/** The units in which power or energy is measured, and how they become MW. */
export const MEASURED_UNITS = {
  W: { tens: -6, isEnergy: false },
  kW: { tens: -3, isEnergy: false },
  MW: { tens: 0, isEnergy: false },
  GW: { tens: 3, isEnergy: false },
  Wh: { tens: -6, isEnergy: true },
  kWh: { tens: -3, isEnergy: true },
  MWh: { tens: 0, isEnergy: true },
  GWh: { tens: 3, isEnergy: true },
} as const satisfies Partial<Record<Unit, { readonly tens: number; readonly isEnergy: boolean }>>;

export type MeasuredUnit = keyof typeof MEASURED_UNITS;

const UNITS = Object.keys(MEASURED_UNITS) as MeasuredUnit[];

/** The times of a file of measured energy; which end of its period one of `datetime` is, is said elsewhere. */
export const TIME_COLUMNS = {
  start_time_utc: {
    names: [
      {
        en: 'start time, start, from, period start, start datetime, local start',
        es: 'inicio, fecha inicio, fecha de inicio, hora inicio, hora de inicio, fecha y hora de inicio, desde',
        pt: 'início, data início, data de início, hora de início, data e hora de início, desde',
      },
    ],
    type: 'time',
  },
  end_time_utc: {
    names: [
      {
        en: 'end time, end, to, until, period end, end datetime, valid at',
        es: 'fin, fecha fin, fecha de fin, hora fin, hora de fin, fecha y hora de fin, hasta',
        pt: 'fim, data fim, data de fim, hora de fim, data e hora de fim, até',
      },
    ],
    type: 'time',
  },
  datetime: {
    names: [
      {
        en: 'datetime, date time, timestamp, time, utc, date, day',
        es: 'fecha hora, fecha y hora, dia y hora, fecha, día',
        pt: 'data hora, data e hora, dia e hora, data, dia',
      },
    ],
    type: 'time',
    says: { utc: { zone: 'UTC' } },
  },
  hour: {
    names: [
      {
        en: 'hour, period, quarter, hour of day',
        es: 'hora, periodo, período, cuarto, cuarto de hora',
        pt: 'hora, período, quarto, quarto de hora',
      },
    ],
    type: 'text',
    example: '1',
  },
  season: {
    names: [
      {
        en: 'season, summer winter, dst, winter summer flag',
        es: 'bandera, verano invierno, invierno verano, bandera invierno verano, bandera verano invierno, estación, indicador verano invierno, inv ver',
        pt: 'estação, verão inverno, inverno verão',
      },
    ],
    type: 'text',
    example: '1',
  },
} as const satisfies ColumnTable<string>;

/** The columns of a file in which each row has one value. */
export const MEASUREMENT_COLUMNS = {
  ...TIME_COLUMNS,
  plant_id: {
    names: [
      {
        en: 'plant id, plant, plant name, plant code, production unit name, generation unit name',
        es: 'planta, nombre planta, nombre de planta, nombre de la planta, código planta, código de planta, código de la planta, id planta, parque, instalación, central, unidad de producción, unidad de programación',
        pt: 'central, planta, nome da central, nome da planta, código da central, instalação, unidade de produção',
      },
    ],
    type: 'text',
  },
  group: {
    names: [
      {
        en: 'group, tariff, region, cups, supply point',
        es: 'grupo, tarifa, región, zona, punto de suministro, código cups',
        pt: 'grupo, tarifa, região, zona, cpe, ponto de entrega',
      },
    ],
    type: 'text',
  },
  mw: {
    names: [
      {
        en: 'power, active power, measured power, value, mw, kw, gw, mwh, kwh, gwh, wh, production, generation, output, consumption, load, demand, actual, measured, energy, active energy, generated energy, consumed energy, measured energy, production power, production energy',
        es: 'potencia, potencia activa, potencia media, valor, producción, generación, consumo, demanda, carga, real, medida, energía, energía activa, energía generada, energía consumida, energía producida, activa entrante, ae',
        pt: 'potência, potência ativa, potência média, valor, produção, geração, consumo, carga, real, medido, energia, energia ativa, energia gerada, energia consumida, energia produzida',
      },
      // What leaves the supply point.
      { en: '', es: 'activa saliente, as', pt: '' },
    ],
    type: 'number',
    units: UNITS,
    says: Object.fromEntries(UNITS.map((unit) => [unit.toLowerCase(), { unit }])),
  },
} as const satisfies ColumnTable<string>;

/** The columns of a file in which each plant or group has its own. */
export function wideColumns(names: readonly string[]): ColumnTable<string> {
  const columns = names.map((name, i) => {
    // A comma would separate names.
    const names = [{ en: name.replaceAll(',', ' '), es: '', pt: '' }];
    return [
      `#${i}`,
      { names, type: 'number', units: Object.keys(MEASURED_UNITS) as Unit[] },
    ] as const;
  });
  return { ...TIME_COLUMNS, ...Object.fromEntries(columns) };
}

const UNIT_END = new RegExp(
  `\\s*[([_-]?\\s*(${Object.keys(MEASURED_UNITS).join('|')})\\s*[)\\]]?$`,
  'i',
);

/** A header of {@link wideColumns} as it names its plant or group. */
export function withoutUnit(header: string): string {
  return header.replace(UNIT_END, '').trim() || header;
}
