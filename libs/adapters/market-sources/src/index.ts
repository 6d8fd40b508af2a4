export { EntsoeSource } from './entsoe.ts';
export { EsiosImbalanceSource, EsiosSource } from './esios.ts';
export { OmieSource } from './omie.ts';
