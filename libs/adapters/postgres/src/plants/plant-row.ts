import { PLANT_LIMITS, type Plant, type Technology } from '@solano/domain/assets';
import { Prisma, type Plant as PrismaPlant } from '../generated/prisma/browser.ts';

type PrismaDecimal = InstanceType<typeof Prisma.Decimal>;
type DecimalField = {
  [Field in keyof PrismaPlant]: PrismaDecimal extends PrismaPlant[Field] ? Field : never;
}[keyof PrismaPlant];
type TextOf<Value> = Value extends PrismaDecimal ? string : Value;

const LIMITS: Readonly<Record<DecimalField, { readonly scale: number }>> = PLANT_LIMITS;

/** A row of the table for Prisma; a decimal is its text. */
export type PlantRow = { readonly [Field in keyof PrismaPlant]: TextOf<PrismaPlant[Field]> };

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
    Prisma.Decimal.isDecimal(value) ? value.toFixed(LIMITS[field as DecimalField].scale) : value,
  ]);
  return fromRow(Object.fromEntries(texts) as PlantRow);
}

export function fromRow(row: PlantRow): Plant {
  return row satisfies Omit<Plant, 'technologyType'> as PlantRow & { technologyType: Technology };
}
