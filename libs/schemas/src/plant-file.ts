import { z } from 'zod';
import { PlantPatch } from './records/plant.ts';
import { fileReading, formFile, TABLE_FIELDS } from './table-file.ts';

/** The form of a list of plants. */
export const PlantListForm = z.object({
  file: formFile('CSV of any spreadsheet, or .xlsx.'),
  ...TABLE_FIELDS,
});

const count = z.int().min(0);

/** The plants that a list would record, or its problems. */
export const PlantListReading = fileReading(PlantPatch).extend({
  created: count.meta({ description: 'Plants that the list would add.' }),
  updated: count.meta({ description: 'Plants that it would update.' }),
});

/** A list whose plants are stored. */
export const ImportedPlants = z.object({ rows: count, created: count, updated: count });
