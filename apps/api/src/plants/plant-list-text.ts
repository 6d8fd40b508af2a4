import { PLANT_COLUMNS, type PlantTable, readPlantTable } from '@solano/domain/assets/files';
import type { FormOptions } from '@solano/domain/kernel/tables';
import { readTable } from '@solano/spreadsheet';

export interface PlantListInput {
  readonly content: Uint8Array;
  /** Names of the customer's plants. */
  readonly known: ReadonlySet<string>;
  readonly options: FormOptions;
}

/** Reads a list of plants from any spreadsheet. It does not throw: problems are part of the result. */
export function readPlantList({ content, known, options }: PlantListInput): PlantTable {
  return readPlantTable(readTable(content, PLANT_COLUMNS), known, options);
}
