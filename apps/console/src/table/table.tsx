import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatDay, formatNumber, formatPercent, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { afterPaint } from '../state/after-paint.ts';
import { Button } from '../ui/button.tsx';
import { usePrinting } from '../ui/printing.tsx';
import { common } from '../ui/texts.ts';
import type { Column } from './columns.ts';
import { useRowKeys } from './row-keys.ts';
import { SaveTable } from './save-table.tsx';
import { SelectAll, type Selection, SelectOne, useRowSelection } from './selection.tsx';

interface TableProps<T> {
  /** The content of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly pageSize?: number;
  readonly rowClass?: (row: T) => string;
  /** The rows that are selected; omitted: none can be. */
  readonly selection?: Selection<T>;
  /** Whether the page offers a file of the rows itself. */
  readonly hasOwnFile?: boolean;
}

const PAGE_SIZE = 96;
/** Paper has no next page of rows to click on. */
const MAX_PRINTED = 1_000;

interface MoreProps {
  /** The start of the next page; null: there is none. */
  readonly cursor: string | null;
  readonly label: string;
  readonly onMore: () => void;
}

/** Fetches the next page of a list, if there is one. */
export function More({ cursor, label, onMore }: MoreProps) {
  if (cursor === null) return null;
  return <Button onClick={onMore}>{label}</Button>;
}

/** Width in pixels from which on a table breaks its words rather than stack its cells. */
const TIGHT_FROM = 560;

/**
 * Stacks the cells of each row below each other, with their titles, if the table is wider than its
 * container, in a wide one only if broken words do not suffice: no column is cut off.
 */
function useStacking(): { readonly current: HTMLElement | null } {
  const element = useRef<HTMLElement>(null);
  const fit = () => {
    const container = element.current;
    if (!container) return;
    const { classList } = container;
    const isWide = () => container.scrollWidth > container.clientWidth;
    classList.remove('tight', 'stacked');
    classList.toggle('tight', isWide() && container.clientWidth >= TIGHT_FROM);
    classList.toggle('stacked', isWide());
  };
  // This runs after each rendering: its cells may be wider than those before.
  useLayoutEffect(fit);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(fit);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return element;
}

/** The rows of a new table that are drawn at once; the others follow when these are painted. */
const FIRST_ROWS = 12;

/** Returns how many rows of a page are drawn, so that a click that shows a long table is answered at once. */
function useDrawnRows(count: number, isPrinting: boolean): [drawn: number, onDrawAll: () => void] {
  const [isWhole, setWhole] = useState(count <= FIRST_ROWS);
  const onDrawAll = () => setWhole(true);
  useLayoutEffect(() => (isWhole ? undefined : afterPaint(onDrawAll)), []);
  return [isWhole || isPrinting ? count : FIRST_ROWS, onDrawAll];
}

/** The keys of {@link useRowKeys}. */
const KEYS = 'ArrowDown ArrowUp Home End PageDown PageUp Enter';

/** A table, a page of rows at a time, whose rows can be reached by keyboard. */
export function Table<T>({ caption, columns, rows, ...more }: TableProps<T>) {
  const { selection } = more;
  const isPrinting = usePrinting();
  const pageSize = isPrinting ? MAX_PRINTED : (more.pageSize ?? PAGE_SIZE);
  const [page, setPage] = useState(0);
  const element = useStacking();
  const first = Math.min(page, Math.max(0, Math.ceil(rows.length / pageSize) - 1)) * pageSize;
  const visible = rows.slice(first, first + pageSize);
  const [drawn, onDrawAll] = useDrawnRows(visible.length, isPrinting);
  const onSelect = useRowSelection(rows, selection);
  const keys = useRowKeys({
    count: rows.length,
    pageSize,
    first,
    drawn,
    onDrawAll,
    onPage: setPage,
    onSelect,
  });
  return (
    <>
      <section
        ref={element}
        class="table-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label={caption}
        aria-busy={drawn < visible.length || undefined}
        aria-keyshortcuts={selection ? `${KEYS} Space` : KEYS}
        onKeyDown={keys.onKeyDown}
      >
        <table>
          <caption class="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={column.title} scope="col" class={isNumeric(column) ? 'number' : ''}>
                  {at === 0 && selection && <SelectAll rows={rows} selection={selection} />}
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={keys.body}>
            {visible.slice(0, drawn).map((row, index) => (
              <tr
                key={first + index}
                class={more.rowClass?.(row) ?? ''}
                tabIndex={keys.tabIndexOf(first + index)}
              >
                {columns.map((column, at) => (
                  <td key={column.title} class={classOf(column)} data-title={column.title}>
                    {at === 0 && selection && onSelect && (
                      <SelectOne
                        row={row}
                        index={first + index}
                        selection={selection}
                        onSelect={onSelect}
                      />
                    )}
                    {contentOf(column, row, first + index)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > pageSize && (
        <Pages first={first} size={pageSize} total={rows.length} onPage={setPage} />
      )}
      {rows.length > 0 && !more.hasOwnFile && <SaveTable {...{ caption, columns, rows }} />}
    </>
  );
}

function isNumeric<T>(column: Column<T>): boolean {
  return 'number' in column || ('isNumber' in column && column.isNumber === true);
}

function classOf<T>(column: Column<T>): string {
  if (isNumeric(column)) return 'number';
  return 'isText' in column && column.isText ? 'text' : '';
}

function contentOf<T>(column: Column<T>, row: T, index: number): ComponentChildren {
  if ('cell' in column) return column.cell(row, index);
  if ('time' in column) {
    const at = column.time(row, index);
    return column.form ? column.form(at) : formatTime(at, column.zone?.(row));
  }
  if ('day' in column) {
    const day = column.day(row, index);
    return formatDay(day && `${day}T12:00Z`, 'UTC');
  }
  const number = column.number(row, index);
  const text = (column.isPercent ? formatPercent : formatNumber)(number, column.decimals);
  return column.href && number != null ? <a href={column.href(row)}>{text}</a> : text;
}

interface PagesProps {
  readonly first: number;
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

function Pages({ first, size, total, onPage }: PagesProps) {
  const page = first / size;
  const last = Math.min(first + size, total);
  return (
    <div class="paging">
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        {common.previous}
      </Button>
      <span>
        {fill(common.rows, {
          first: formatNumber(first + 1),
          last: formatNumber(last),
          total: formatNumber(total),
        })}
      </span>
      <Button disabled={last >= total} onClick={() => onPage(page + 1)}>
        {common.next}
      </Button>
    </div>
  );
}
