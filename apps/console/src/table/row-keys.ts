import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Rows that a press of Page Up or Page Down moves by. */
const STEP = 10;

interface RowKeysOptions {
  /** Rows of the table on all its pages. */
  readonly count: number;
  readonly pageSize: number;
  /** Index of the first row of the page that is shown. */
  readonly first: number;
  /** Rows of the page that are drawn. */
  readonly drawn: number;
  readonly onDrawAll: () => void;
  readonly onPage: (page: number) => void;
  /** Selects a row, or the rows up to it; omitted: rows cannot be selected. */
  readonly onSelect?: ((index: number, isRange: boolean) => void) | undefined;
}

/** What a table has for its keys. */
interface RowKeys {
  /** The body of the table, which has the rows of the page. */
  readonly body: { readonly current: HTMLTableSectionElement | null };
  /** One row of a table can be reached with Tab: the last that had the focus. */
  readonly tabIndexOf: (index: number) => 0 | -1;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Moves the focus through the rows of a table: arrow keys, Home, End, Page Up and Page Down, over its
 * pages too; Enter opens a row as a click on its first link or button does, Space selects it, with
 * Shift all rows up to it.
 */
export function useRowKeys(options: RowKeysOptions): RowKeys {
  const { count, pageSize, first, drawn, onDrawAll, onPage, onSelect } = options;
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState<number>();
  /** A row that is not there gets the focus once it is. */
  const isOnItsWay = useRef(false);
  const focus = (index: number) => rowsOf(body.current)[index - first]?.focus();
  useLayoutEffect(() => {
    if (isOnItsWay.current && active !== undefined) focus(active);
    isOnItsWay.current = false;
  }, [first, drawn]);
  const moveTo = (index: number) => {
    setActive(index);
    isOnItsWay.current = index < first || index >= first + drawn;
    if (!isOnItsWay.current) return focus(index);
    onPage(Math.floor(index / pageSize));
    onDrawAll();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const row = (event.target as Element).closest<HTMLElement>('tbody > tr');
    const from = row ? first + rowsOf(row.parentElement).indexOf(row) : undefined;
    const to = targetOf(event.key, from, count);
    if (to !== undefined) {
      event.preventDefault();
      if (event.shiftKey && from !== undefined) onSelect?.(to, true);
      return moveTo(to);
    }
    if (!row || event.target !== row || from === undefined) return;
    if (event.key === ' ' && onSelect) {
      event.preventDefault();
      onSelect(from, event.shiftKey);
    }
    if (event.key === 'Enter') row.querySelector<HTMLElement>('a[href], button')?.click();
  };
  return { body, onKeyDown, tabIndexOf: (index) => (index === active ? 0 : -1) };
}

function rowsOf(body: Element | null): HTMLElement[] {
  return [...(body?.children ?? [])] as HTMLElement[];
}

/** Keys belong to what is typed into. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches('input:not([type="checkbox"]), select, textarea, [contenteditable]')
  );
}

/** The row that a key leads to; undefined: it leads to none. */
function targetOf(key: string, from: number | undefined, count: number): number | undefined {
  if (count === 0) return undefined;
  const within = (index: number) => Math.min(Math.max(index, 0), count - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowDown') return from === undefined ? 0 : within(from + 1);
  if (from === undefined) return undefined;
  if (key === 'ArrowUp') return within(from - 1);
  if (key === 'PageDown') return within(from + STEP);
  return key === 'PageUp' ? within(from - STEP) : undefined;
}
