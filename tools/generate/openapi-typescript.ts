import { fileURLToPath } from 'node:url';

/** The program of openapi-typescript, which makes types of an OpenAPI document. */
export const OPENAPI_TYPESCRIPT = fileURLToPath(
  new URL('../bin/cli.js', import.meta.resolve('openapi-typescript')),
);
