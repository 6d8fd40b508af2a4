/** The door of what reads files: threads and the command line load it, a start does not. */
export { OUTAGE_COLUMNS } from './outages/dialect-columns.ts';
export { type OutagePlant, type OutagePlants, readOutageTable } from './outages/outage-file.ts';
export { readOutageDialect } from './outages/read-dialect.ts';
export { PLANT_COLUMNS } from './plants/plant-columns.ts';
export { type PlantTable, readPlantTable } from './plants/plant-table.ts';
