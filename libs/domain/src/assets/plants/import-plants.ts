import { FieldProblems } from '@solano/domain/kernel';
import type { FormOptions } from '@solano/domain/kernel/tables';
import type { AuditEntry, AuditSource } from '@solano/domain/service';
import type { Plant, PlantDeps } from './plant.ts';
import type { ImportedPlant, PlantTable } from './plant-table.ts';

/**
 * Adds plants, or updates those of the name in what is given of them, all or nothing. Returns how
 * many were added and updated. Errors: `not_found` for the customer, `invalid_fields` where a plant
 * was removed that the list changes, `store_unavailable`.
 */
export async function importPlants(
  deps: PlantDeps,
  source: AuditSource,
  customerId: string,
  plants: readonly ImportedPlant[],
): Promise<PlantCounts> {
  const now = deps.clock();
  const byName = new Map(plants.map((plant) => [plant.name, plant]));
  const make = (name: string, present: Plant | undefined): Plant => {
    const { fields, changes } = byName.get(name) as ImportedPlant;
    if (present) return { ...present, ...changes, updatedAt: now };
    if (!fields) return new FieldProblems().add('file', `${name} was removed meanwhile.`).reject();
    return { ...fields, id: deps.newId(), customerId, createdAt: now, updatedAt: now };
  };
  const entry = (added: number): AuditEntry => {
    const subject = `${added} added, ${byName.size - added} updated`;
    return { ...source, at: now, action: 'plants.import', customerId, subject };
  };
  const added = await deps.plants.putAll(customerId, [...byName.keys()], make, entry);
  return { added, updated: byName.size - added };
}

/** How many plants a list adds and updates. */
export interface PlantCounts {
  readonly added: number;
  readonly updated: number;
}

export interface PlantImportDeps extends PlantDeps {
  /** Reads a file of any spreadsheet as `readPlantTable` does. Errors: `overloaded`. */
  readonly readFile: (
    content: Uint8Array,
    known: ReadonlySet<string>,
    options: FormOptions,
  ) => PlantTable | Promise<PlantTable>;
}

/** A list of plants that was sent, and what its sender says of it. */
export interface SentPlants {
  readonly content: Uint8Array;
  readonly isDryRun: boolean;
  readonly options: FormOptions;
}

/**
 * Reads a list of plants from a file of any spreadsheet, and imports it unless it is a dry run or
 * something is wrong with it. Errors: as {@link importPlants}, `overloaded`.
 */
export async function importPlantFile(
  deps: PlantImportDeps,
  source: AuditSource,
  customerId: string,
  { content, isDryRun, options }: SentPlants,
): Promise<{ readonly reading: PlantTable; readonly imported?: PlantCounts }> {
  const known = new Set<string>();
  for await (const { name } of deps.plants.list(customerId)) known.add(name);
  const reading = await deps.readFile(content, known, options);
  if (isDryRun || reading.problems.length > 0) return { reading };
  return { reading, imported: await importPlants(deps, source, customerId, reading.plants) };
}
