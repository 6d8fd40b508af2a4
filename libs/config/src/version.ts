import { readFileSync } from 'node:fs';

const manifest = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');

/** The version of this checkout, as the root's package.json has it. */
export const { version: VERSION } = JSON.parse(manifest) as { readonly version: string };
