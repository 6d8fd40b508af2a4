export { PLANT } from './plant.ts';
export { checkAll, checkGiven, shown } from './record.ts';
export { UNAVAILABILITY } from './unavailability.ts';
