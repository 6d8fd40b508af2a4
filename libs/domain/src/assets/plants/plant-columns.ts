import { type ColumnNames, type ColumnTable, headerWords } from '@solano/domain/kernel/tables';
import type { Technology } from './plant.ts';

const CODES: ColumnNames = {
  en: 'code, plant code, eic, eic code, unit code, external id, production unit code, generation unit code, production resource code',
  es: 'código, código planta, código de planta, código de la planta, código eic',
  pt: 'código da central, código da planta',
};
const NAMES: ColumnNames = {
  en: 'name, plant, plant id, plant name, production unit name, generation unit name, production resource name, unit name',
  es: 'nombre, planta, nombre planta, nombre de planta, nombre de la planta, parque, instalación, unidad de producción',
  pt: 'nome, central, nome da central, nome da planta, instalação, unidade de produção',
};
const POWER = { type: 'number', units: ['MW', 'kW', 'GW'] } as const;

/** The columns of a list of plants. A field of the API is a column of that name, too. */
export const PLANT_COLUMNS = {
  // Forecasts and outages name plants by their codes: where a list has both, the name is the label.
  name: { names: [CODES, NAMES], type: 'text', example: 'MUXIA' },
  customer_display_name: {
    names: [
      {
        en: 'customer display name, display name, label',
        es: 'nombre visible, etiqueta',
        pt: 'nome visível, etiqueta',
      },
      NAMES,
    ],
    type: 'text',
  },
  lat: {
    names: [{ en: 'lat, latitude', es: 'latitud', pt: 'latitude' }],
    type: 'degrees',
    example: '43.1042',
  },
  lon: {
    names: [{ en: 'lon, lng, long, longitude', es: 'longitud', pt: 'longitude' }],
    type: 'degrees',
    example: '-9.2188',
  },
  installed_capacity_mw: {
    names: [
      {
        en: 'installed, installed capacity, installed power, installed gen capacity, production unit installed capacity, generation unit installed capacity',
        es: 'potencia instalada, capacidad instalada, mw instalados',
        pt: 'potência instalada, capacidade instalada',
      },
    ],
    ...POWER,
  },
  nominal_capacity_mw: {
    names: [
      {
        en: 'nominal, nominal capacity, nominal power, rated capacity, rated power',
        es: 'potencia nominal, capacidad nominal, mw nominales',
        pt: 'potência nominal, capacidade nominal, mw nominais',
      },
    ],
    ...POWER,
  },
  /** Both capacities. */
  capacity_mw: {
    names: [
      { en: 'capacity, power, mw', es: 'potencia, pot, capacidad', pt: 'potência, capacidade' },
    ],
    ...POWER,
    says: { mw: { unit: 'MW' } },
  },
  area: {
    names: [
      { en: 'area, region, map code', es: 'zona, región', pt: 'região' },
      { en: 'area code, bidding zone', es: 'zona de oferta', pt: 'zona de licitação' },
    ],
    type: 'text',
    example: 'ES',
  },
  community: {
    names: [
      {
        en: 'community, autonomous community',
        es: 'comunidad, comunidad autónoma, ccaa',
        pt: 'comunidade',
      },
      { en: 'province', es: 'provincia', pt: 'distrito' },
    ],
    type: 'text',
  },
  country: {
    names: [{ en: 'country, country code', es: 'país, código de país', pt: 'código do país' }],
    type: 'text',
  },
  technology_type: {
    names: [
      { en: 'technology type', es: 'tipo de tecnología', pt: 'tipo de tecnologia' },
      { en: 'technology, production type', es: 'tecnología', pt: 'tecnologia' },
      { en: 'type, fuel, fuel type', es: 'tipo', pt: 'tipo de produção' },
    ],
    type: 'text',
    example: 'wind',
  },
  agrupation: {
    names: [
      { en: 'agrupation, group, cluster, portfolio', es: 'agrupación, grupo', pt: 'agrupamento' },
    ],
    type: 'text',
  },
  timezone: {
    names: [{ en: 'timezone, time zone', es: 'zona horaria, huso horario', pt: 'fuso horário' }],
    type: 'text',
    example: 'Europe/Madrid',
  },
  last_training_cnn_at: {
    names: [{ en: 'last training cnn at', es: '', pt: '' }],
    type: 'time',
  },
  last_training_trees_at: {
    names: [{ en: 'last training trees at', es: '', pt: '' }],
    type: 'time',
  },
} as const satisfies ColumnTable<string>;

export type PlantColumn = keyof typeof PLANT_COLUMNS;

const TECHNOLOGY_NAMES: Readonly<Record<Technology, string>> = {
  wind: 'wind, wind onshore, wind offshore, onshore wind, offshore wind, onshore, offshore, wind farm, eólica, eólico, eólica terrestre, eólica marina, parque eólico, B18, B19',
  solar:
    'solar, solar pv, pv, photovoltaic, solar farm, fotovoltaica, fotovoltaico, solar fotovoltaica, solar fotovoltaico, fv, solar fv, planta fotovoltaica, parque fotovoltaico, B16',
};
const COUNTRY_NAMES = {
  ES: 'es, esp, spain, españa, espanha',
  PT: 'pt, prt, portugal',
};

/** The zone of a country's mainland. */
export const COUNTRY_ZONES: Readonly<Record<string, string>> = {
  ES: 'Europe/Madrid',
  PT: 'Europe/Lisbon',
};

export function technologyOf(text: string): Technology | undefined {
  return meaningOf(TECHNOLOGY_NAMES, text);
}

/** The code of a country that is known by its names. */
export function countryOf(text: string): string | undefined {
  return meaningOf(COUNTRY_NAMES, text);
}

function meaningOf<T extends string>(
  namesOf: Readonly<Record<T, string>>,
  text: string,
): T | undefined {
  const words = headerWords(text);
  const known = Object.keys(namesOf) as T[];
  return known.find((each) => namesOf[each].split(',').map(headerWords).includes(words));
}
