/** Sections of docs/guide/remedies.md, by the checks whose findings they explain. */
const SECTIONS: readonly (readonly [checks: RegExp, anchor: string])[] = [
  [/^(?:data folder|object folder|secrets|disk of .+)$/, 'files-and-disk'],
  [/^(?:database|database writes|migrations)$/, 'database'],
  [/^clock of /, 'clocks'],
  [/ writes$/, 'object-store-and-backups'],
  [/^(?:Temporal|callbacks)$/, 'temporal-and-callbacks'],
  [/^signing secrets$/, 'secrets-of-webhooks'],
  [/^(?:customer names|forecast files)$/, 'names'],
  [/^sources$/, 'sources-of-data'],
];

/** The address of the page that explains the findings of a check, below that of the service; undefined: none does. */
export function remedyPage(check: string): string | undefined {
  const anchor = SECTIONS.find(([checks]) => checks.test(check))?.[1];
  return anchor && `/docs/guide/remedies.html#${anchor}`;
}
