export { EntsoeSource } from './entsoe.ts';
export { EsiosSource } from './esios.ts';
export { OmieSource } from './omie.ts';
