import type { Plant, Technology } from '@solano/domain';
import { Prisma, type Plant as PrismaPlant } from '../generated/prisma/browser.ts';

/** Digits after the point of the columns that do not have those of a power in MW. */
const DIGITS: Readonly<Record<string, number>> = { lat: 7, lon: 7 };
const MW_DIGITS = 3;

/** A row of the table for Prisma; a decimal is its text. */
export type PlantRow = {
  readonly [Field in keyof PrismaPlant]: PrismaPlant[Field] extends InstanceType<
    typeof Prisma.Decimal
  >
    ? string
    : PrismaPlant[Field];
};

/** Every field of the model, so that a new one needs no mention in this adapter. */
export const PLANT_FIELDS = Object.values(Prisma.PlantScalarFieldEnum);

/** The column of a field, named as the schema maps them. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Prisma's decimals know their value; the domain's also have their zeros. */
export function toPlant(row: PrismaPlant): Plant {
  const texts = Object.entries(row).map(([field, value]: [string, unknown]) => [
    field,
    Prisma.Decimal.isDecimal(value) ? value.toFixed(DIGITS[field] ?? MW_DIGITS) : value,
  ]);
  return fromRow(Object.fromEntries(texts) as PlantRow);
}

export function fromRow(row: PlantRow): Plant {
  return row satisfies Omit<Plant, 'technologyType'> as PlantRow & { technologyType: Technology };
}
