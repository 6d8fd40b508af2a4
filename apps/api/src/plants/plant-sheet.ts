import type { Plant } from '@solano/domain';
import { PLANT, recordJson } from '@solano/schemas';
import type { CellValue } from '@solano/spreadsheet';
import type { RecordSheet } from '../records/record-sheet.ts';

const INSTANTS = ['created_at', 'updated_at'];
const TRAININGS = ['last_training_cnn_at', 'last_training_trees_at'];
const DECIMALS: Readonly<Record<string, number>> = {
  lat: 7,
  lon: 7,
  installed_capacity_mw: 3,
  nominal_capacity_mw: 3,
};

const PLANT_COLUMNS = ['id', ...Object.values(PLANT).map(({ name }) => name), ...INSTANTS];

/** Plants, each field a column. */
export const PLANT_SHEET: RecordSheet<Plant> = {
  name: 'plants',
  columns: PLANT_COLUMNS.map((name) => {
    const decimals = DECIMALS[name];
    if (decimals !== undefined) return { header: name, type: 'number', decimals };
    if (INSTANTS.includes(name)) return { header: `${name}_utc`, type: 'datetime' };
    return { header: name, type: TRAININGS.includes(name) ? 'datetime' : 'text' };
  }),
  async cells() {
    const toJson = recordJson(PLANT);
    return (plant) => Object.values(toJson(plant)) as CellValue[];
  },
};
