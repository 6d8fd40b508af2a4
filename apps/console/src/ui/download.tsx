import type { ComponentChildren } from 'preact';
import { BASE } from '../api/client.ts';
import { csvOf, type Rows } from './csv.ts';

interface FileLinkProps {
  /** Of the API, below `/api/v0/`. */
  readonly path: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A link to a file of the API, which is saved. */
export function FileLink({ path, children, ...more }: FileLinkProps) {
  return (
    <a {...more} href={`${BASE}/api/v0/${path}`} download>
      {children}
    </a>
  );
}

/** Saves rows as a CSV file, as a link with `download` does. */
export function saveCsv(name: string, rows: Rows): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
