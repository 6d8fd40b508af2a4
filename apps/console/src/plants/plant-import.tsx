import { useMemo, useState } from 'preact/hooks';
import { ApiError, api, dataOf, type Schemas } from '../api/client.ts';
import { invalidate } from '../api/query.ts';
import { fill } from '../i18n/language.ts';
import { MADRID } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { CellProblems } from '../ui/cell-problems.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { notify } from '../ui/messages.tsx';
import { FileDrop, SheetText } from '../ui/sheet-input.tsx';
import { Notice } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { common } from '../ui/texts.ts';
import type { Plant } from './data.ts';
import { type PlantRow, type PlantRows, parsePlants } from './plant-rows.ts';
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

/** Creates or changes plants from rows of a spreadsheet, one request each, after a dry run. */
export function PlantImport({ plants, onClose }: PlantImportProps) {
  const [text, setText] = useState('');
  const [results, setResults] = useState<Imported[]>([]);
  const [isBusy, setBusy] = useState(false);
  const parsed = useMemo(() => parsePlants(text), [text]);
  const known = new Map(plants.map((plant) => [plant.name, plant]));
  const enter = (entered: string) => {
    setText(entered);
    setResults([]);
  };
  const takeFile = async (file: File) => {
    const content = await file.text();
    if (content.includes('\0')) notify({ text: t.noText, isError: true });
    else enter(content);
  };
  const start = async () => {
    setBusy(true);
    const done: Imported[] = [];
    for (const row of parsed.rows) {
      done.push(await importPlant(row, known));
      setResults([...done]);
    }
    invalidate('plant');
    setBusy(false);
  };
  return (
    <Dialog title={t.import} onClose={onClose}>
      <p class="hint">{t.importHint}</p>
      <SheetText label={t.rows} value={text} onInput={enter} />
      <FileDrop accept=".csv,.txt,.tsv" onFile={(file) => void takeFile(file)} />
      {parsed.rows.length > 0 && results.length === 0 && (
        <DryRun parsed={parsed} known={known} isBusy={isBusy} onStart={() => void start()} />
      )}
      {results.length > 0 && <Results results={results} />}
      <p role="status" class="visually-hidden">
        {results.length > 0 && !isBusy ? common.saved : ''}
      </p>
    </Dialog>
  );
}

interface DryRunProps {
  readonly parsed: PlantRows;
  /** The plants that there are, by name. */
  readonly known: ReadonlyMap<string, Plant>;
  readonly isBusy: boolean;
  readonly onStart: () => void;
}

/** What was understood of the rows, and the button that saves them where nothing is wrong. */
function DryRun({ parsed: { rows, problems, missing, ignored }, known, ...more }: DryRunProps) {
  const created = rows.filter(({ name = '' }) => !known.has(name)).length;
  const isIncomplete = created > 0 && missing.length > 0;
  const title = fill(t.dryRun, { created, changed: rows.length - created });
  return (
    <>
      {isIncomplete && <Notice>{fill(t.columnsMissing, { names: missing.join(', ') })}</Notice>}
      {ignored.length > 0 && (
        <p class="hint">{fill(t.columnsIgnored, { names: ignored.join(', ') })}</p>
      )}
      {problems.length > 0 ? (
        <CellProblems
          problems={problems.map((problem) => ({ ...problem, reason: t[problem.reason] }))}
        />
      ) : (
        <>
          <p>{title}</p>
          <Table
            caption={title}
            rows={rows}
            pageSize={10}
            columns={[
              {
                title: t.result,
                cell: ({ name = '' }) => (known.has(name) ? t.willChange : t.willCreate),
              },
              { title: t.name, cell: ({ name }) => name },
              { title: t.installed, number: (row) => row.installed_capacity_mw, decimals: 3 },
              { title: t.nominal, number: (row) => row.nominal_capacity_mw, decimals: 3 },
              { title: t.lat, number: ({ lat }) => lat, decimals: 5 },
              { title: t.lon, number: ({ lon }) => lon, decimals: 5 },
              { title: t.technology, cell: ({ technology_type: type }) => technologyName(type) },
              { title: t.area, cell: ({ area }) => area },
            ]}
          />
        </>
      )}
      <p>
        <Button
          class="primary"
          disabled={more.isBusy || isIncomplete || problems.length > 0}
          onClick={more.onStart}
        >
          {fill(t.importRows, { count: rows.length })}
        </Button>
      </p>
    </>
  );
}

function technologyName(type: string | undefined): string {
  return type === 'wind' || type === 'solar' ? common[type] : '';
}

function Results({ results }: { readonly results: readonly Imported[] }) {
  return (
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
  );
}

async function importPlant(row: PlantRow, known: ReadonlyMap<string, Plant>): Promise<Imported> {
  const { name = '' } = row;
  const plant = known.get(name);
  try {
    if (plant) {
      const params = { path: { plant_id: plant.id } };
      await dataOf(api.PATCH('/api/v0/plants/{plant_id}/', { params, body: row }));
    } else {
      const body = { agrupation: '', timezone: MADRID, ...row } as unknown as Schemas['PlantBody'];
      await dataOf(api.POST('/api/v0/plants/', { body }));
    }
    return { name, isGood: true, text: plant ? t.changed : t.created };
  } catch (error) {
    return { name, isGood: false, text: error instanceof ApiError ? error.message : common.failed };
  }
}
