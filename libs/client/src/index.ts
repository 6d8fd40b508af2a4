export type { SolanoClient, SolanoClientOptions } from './client.ts';
export { createSolanoClient, csvForm } from './client.ts';
export type { components, operations, paths } from './generated/api.ts';
export type { Retries } from './retry.ts';
export { RETRIES } from './retry.ts';
