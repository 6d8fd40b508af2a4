import { type ComponentChildren, Fragment } from 'preact';
import { BASE } from '../api/client.ts';

const TABLE_FORMATS = ['csv', 'xlsx', 'parquet'];

interface FileLinkProps {
  /** The path below `/api/v0/`. */
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

interface FileLinksProps {
  /** The path below `/api/v0/`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly formats?: readonly string[];
}

/** Links to a response of the API as a file, one for each format. */
export function FileLinks({ path, query = {}, formats = TABLE_FORMATS }: FileLinksProps) {
  return formats.map((format) => (
    <Fragment key={format}>
      {' '}
      <FileLink path={`${path}?${new URLSearchParams({ ...query, format }).toString()}`}>
        {format.toUpperCase()}
      </FileLink>
    </Fragment>
  ));
}

const URL_LIFETIME_MS = 10_000;

/** Saves a file that the page has made, as a link with `download` does. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), URL_LIFETIME_MS);
}
