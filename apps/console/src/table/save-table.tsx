import { Button } from '../ui/button.tsx';
import { attempt } from '../ui/messages.tsx';
import type { Column } from './columns.ts';

interface SaveTableProps<T> {
  readonly caption: string;
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
}

/** Saves all rows of a table as CSV, under the table's name. */
export function SaveTable<T>({ caption, columns, rows }: SaveTableProps<T>) {
  const save = async () => {
    // The code is loaded only if it is needed.
    const { saveRows } = await import('./table-rows.tsx');
    saveRows(fileName(caption), columns, rows);
  };
  return (
    <Button
      class="plain save-table"
      aria-label={`CSV: ${caption}`}
      onClick={() => void attempt(save)}
    >
      CSV
    </Button>
  );
}

/** Characters that no file name may have on one of the usual systems. */
function fileName(caption: string): string {
  return `${caption.replace(/[\\/:*?"<>|]+/g, '-')}.csv`;
}
