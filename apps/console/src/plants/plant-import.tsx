import { useState } from 'preact/hooks';
import type { Schemas } from '../api/client.ts';
import { ApiError, api, dataOf } from '../api/client.ts';
import { invalidate } from '../api/query.ts';
import { fill } from '../i18n/language.ts';
import { MADRID } from '../time/zone.ts';
import { Dialog } from '../ui/dialog.tsx';
import { parseSheet } from '../ui/sheet.ts';
import { FileDrop, SheetText } from '../ui/sheet-input.tsx';
import { Table } from '../ui/table.tsx';
import { common } from '../ui/texts.ts';
import type { Plant } from './data.ts';
import { t } from './texts.ts';

interface Imported {
  readonly name: string;
  readonly isGood: boolean;
  readonly text: string;
}

interface PlantImportProps {
  readonly plants: readonly Plant[];
  readonly onClose: () => void;
}

/** Creates or changes plants from rows of a spreadsheet, one request each. */
export function PlantImport({ plants, onClose }: PlantImportProps) {
  const [text, setText] = useState('');
  const [results, setResults] = useState<Imported[]>([]);
  const [isBusy, setBusy] = useState(false);
  const rows = plantRows(text);
  const start = async () => {
    setBusy(true);
    const done: Imported[] = [];
    for (const row of rows) {
      done.push(await importPlant(row, plants));
      setResults([...done]);
    }
    invalidate('plant');
    setBusy(false);
  };
  return (
    <Dialog title={t.import} onClose={onClose}>
      <p class="hint">{t.importHint}</p>
      <SheetText label={t.rows} value={text} onInput={setText} />
      <FileDrop accept=".csv,.txt,.tsv" onFile={(file) => void file.text().then(setText)} />
      <p>
        <button
          type="button"
          class="primary"
          disabled={isBusy || rows.length === 0}
          onClick={() => void start()}
        >
          {fill(t.importRows, { count: rows.length })}
        </button>
      </p>
      {results.length > 0 && (
        <Table
          caption={t.result}
          rows={results}
          columns={[
            { title: t.line, isNumber: true, cell: (_row, index) => index + 2 },
            { title: t.name, cell: ({ name }) => name },
            {
              title: t.result,
              cell: (row) => <span class={row.isGood ? 'good' : 'bad'}>{row.text}</span>,
            },
          ]}
        />
      )}
      <p role="status" class="visually-hidden">
        {results.length > 0 && !isBusy ? common.saved : ''}
      </p>
    </Dialog>
  );
}

type PlantRow = Record<string, string>;

/** The rows below the header, keyed by its names. */
function plantRows(text: string): PlantRow[] {
  const [header = [], ...rows] = parseSheet(text);
  const names = header.map((name) => name.toLowerCase());
  return rows.map((cells) =>
    Object.fromEntries(names.map((name, index) => [name, decimalPoint(cells[index] ?? '')])),
  );
}

function decimalPoint(text: string): string {
  return /^-?\d+,\d+$/.test(text) ? text.replace(',', '.') : text;
}

async function importPlant(row: PlantRow, plants: readonly Plant[]): Promise<Imported> {
  const { name = '' } = row;
  const known = plants.find((plant) => plant.name === name);
  try {
    if (known) {
      const params = { path: { plant_id: known.id } };
      await dataOf(api.PATCH('/api/v0/plants/{plant_id}/', { params, body: row }));
    } else {
      const body = { agrupation: '', timezone: MADRID, ...row } as unknown as Schemas['PlantBody'];
      await dataOf(api.POST('/api/v0/plants/', { body }));
    }
    return { name, isGood: true, text: known ? t.changed : t.created };
  } catch (error) {
    return { name, isGood: false, text: error instanceof ApiError ? error.message : common.failed };
  }
}
