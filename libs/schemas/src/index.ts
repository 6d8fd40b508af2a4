export { PLANT } from './plant.ts';
export type { FieldTable } from './record.ts';
export { checkAll, checkGiven, shown } from './record.ts';
export { UNAVAILABILITY } from './unavailability.ts';
