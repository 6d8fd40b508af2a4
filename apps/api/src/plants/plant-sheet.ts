import type { Plant } from '@solano/domain/assets';
import { PLANT, recordJson } from '@solano/schemas';
import type { CellValue, SheetColumn } from '@solano/spreadsheet';
import type { RecordSheet } from '../records/record-endpoints.ts';

/** Returns plants as a sheet, with a column for each field. */
export const PLANT_SHEET: RecordSheet<Plant> = {
  name: 'plants',
  columns: [
    { header: 'id', type: 'text' },
    ...Object.values(PLANT).map(({ name, decimals, isTime }): SheetColumn => {
      if (decimals !== undefined) return { header: name, type: 'number', decimals };
      return { header: name, type: isTime ? 'datetime' : 'text' };
    }),
    { header: 'created_at_utc', type: 'datetime' },
    { header: 'updated_at_utc', type: 'datetime' },
  ],
  cells() {
    const toJson = recordJson(PLANT);
    return async () => (plant) => Object.values(toJson(plant)) as CellValue[];
  },
};
