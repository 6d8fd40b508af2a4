import {
  type ColumnTable,
  PERIOD_COLUMNS,
  POWER_UNITS,
  type PowerUnit,
  type Unit,
} from '@solano/domain/kernel/tables';

const UNITS = Object.keys(POWER_UNITS) as PowerUnit[];

/** The columns of a file in which each row has one value. */
export const MEASUREMENT_COLUMNS = {
  ...PERIOD_COLUMNS,
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
    return [`#${i}`, { names, type: 'number', units: Object.keys(POWER_UNITS) as Unit[] }] as const;
  });
  return { ...PERIOD_COLUMNS, ...Object.fromEntries(columns) };
}

const UNIT_END = new RegExp(
  `\\s*[([_-]?\\s*(${Object.keys(POWER_UNITS).join('|')})\\s*[)\\]]?$`,
  'i',
);

/** A header of {@link wideColumns} as it names its plant or group. */
export function withoutUnit(header: string): string {
  return header.replace(UNIT_END, '').trim() || header;
}
