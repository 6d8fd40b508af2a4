import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import type { Query } from '../api/query.ts';
import { errorText } from '../errors/error-text.ts';
import { ServiceText } from '../errors/service-text.tsx';
import { formatClock } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { Button } from './button.tsx';
import { common } from './texts.ts';

export function Loading() {
  const element = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => markLoading(element.current), []);
  return (
    <p ref={element} class="loading" aria-busy="true">
      {common.loading}
    </p>
  );
}

/**
 * Counts in `data-loading` of an element of a page, and of all that contain it, how many parts of
 * each are loading; returns a function that takes it back. Dialogs hide nothing.
 *
 * `:has(.loading)` would do the same, but Chromium forgets to match `:has() ~ *` anew when the part
 * is there.
 */
function markLoading(from: HTMLElement | null): () => void {
  const marked: HTMLElement[] = [];
  if (!from?.closest('dialog'))
    for (let at = from; at && at.tagName !== 'MAIN'; at = at.parentElement) marked.push(at);
  for (const { dataset } of marked) dataset.loading = String(Number(dataset.loading ?? 0) + 1);
  return () => {
    for (const { dataset } of marked) {
      const left = Number(dataset.loading) - 1;
      if (left > 0) dataset.loading = String(left);
      else delete dataset.loading;
    }
  };
}

/** Shows an important notice; screen readers read it out. */
export function Notice({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="notice" role="alert">
      {children}
    </p>
  );
}

interface FailureProps {
  readonly error: unknown;
  /** Shows the remedy for a response of 403. */
  readonly forbidden?: string | undefined;
  readonly onRetry?: () => void;
}

/** Shows why data are missing, and the remedy. */
export function Failure({ error, forbidden, onRetry }: FailureProps) {
  if (isForbidden(error))
    return (
      <>
        <Notice>{forbidden ?? errorText(error)}</Notice>
        {forbidden === undefined && <ServiceText error={error} />}
      </>
    );
  return (
    <div class="notice" role="alert">
      <p>
        {common.failed} {errorText(error)}
      </p>
      <ServiceText error={error} />
      {onRetry && <Button onClick={onRetry}>{common.retry}</Button>}
    </div>
  );
}

/** Shows the first step on an empty page. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <div class="empty">{children}</div>;
}

/** Says of when data are that could not be loaded anew. */
function Stale({ query: { error, loadedAt, reload } }: { readonly query: Query<unknown> }) {
  return (
    <p class="warn">
      {fill(common.asOf, { time: formatClock(loadedAt) })} {errorText(error)}{' '}
      <Button onClick={reload}>{common.retry}</Button>
    </p>
  );
}

interface LoadedProps<T> {
  readonly query: Query<T>;
  readonly forbidden?: string | undefined;
  /** Replaces an empty list. */
  readonly empty?: ComponentChildren;
  readonly children: (data: T) => ComponentChildren;
}

/** Shows the data of a query once they are loaded; those that could not be loaded anew with their time. */
export function Loaded<T>({ query, forbidden, empty, children }: LoadedProps<T>) {
  const { data } = query;
  if (empty !== undefined && Array.isArray(data) && data.length === 0)
    return <Empty>{empty}</Empty>;
  if (data !== undefined)
    return (
      <>
        {query.error !== undefined && <Stale query={query} />}
        {children(data)}
      </>
    );
  if (query.error !== undefined)
    return <Failure error={query.error} forbidden={forbidden} onRetry={query.reload} />;
  return <Loading />;
}

/** Whether an error says that the key or the account may not see the data. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403;
}

/** Whether an error says that the requested record does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
