import { useMemo, useState } from 'preact/hooks';
import { invalidate } from '../api/cache.ts';
import { api, dataOf } from '../api/client.ts';
import { fill } from '../i18n/language.ts';
import { zoneName } from '../i18n/zone-name.ts';
import { Table } from '../table/table.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Select } from '../ui/fields.tsx';
import { notify } from '../ui/messages.tsx';
import { common } from '../ui/texts.ts';
import { CellProblems } from '../uploads/cell-problems.tsx';
import { type FileReading, useFileCheck } from '../uploads/file-check.ts';
import { files } from '../uploads/file-texts.ts';
import { Sending } from '../uploads/sending.tsx';
import { FileDrop, SheetText } from '../uploads/sheet-input.tsx';
import { uploadForm } from '../uploads/upload-form.ts';
import type { Plant } from './data.ts';
import { t } from './texts.ts';

/** The service's reading of a list of plants. */
interface PlantReading extends FileReading, Counts {
  readonly rows: readonly Partial<Plant>[];
}

interface Counts {
  readonly created: number;
  readonly updated: number;
}

interface PlantImportProps {
  readonly plants: readonly Plant[];
  readonly onClose: () => void;
}

/** Creates and changes plants from a list that the service reads, all or none, after a dry run. */
export function PlantImport({ plants, onClose }: PlantImportProps) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<File>();
  const [decimal, setDecimal] = useState('');
  const file = useMemo(
    () => chosen ?? (text.trim() === '' ? undefined : new File([text], 'plants.csv')),
    [chosen, text],
  );
  const { reading, isBusy, record } = useFileCheck(file, decimal, (each) =>
    send<PlantReading>(each, { decimal, dry_run: 'true' }),
  );
  const save = async (list: File) => {
    const { created, updated } = await send<Counts>(list, { decimal });
    invalidate('plant');
    notify({ text: fill(t.imported, { created, changed: updated }) });
    onClose();
  };
  return (
    <Dialog title={t.import} onClose={onClose}>
      <p class="hint">{t.importHint}</p>
      {chosen ? (
        <p>
          {chosen.name} <Button onClick={() => setChosen(undefined)}>{t.removeFile}</Button>
        </p>
      ) : (
        <SheetText label={t.rows} value={text} onInput={setText} />
      )}
      <FileDrop accept=".csv,.txt,.tsv,.xlsx" onFile={setChosen} />
      {file && (
        <Select
          label={files.decimal}
          value={decimal}
          onChange={setDecimal}
          options={[['', files.asFound], ',', '.']}
        />
      )}
      <Sending />
      <div aria-live="polite" aria-busy={isBusy}>
        {reading && <DryRun reading={reading} plants={plants} />}
      </div>
      {file && reading && (
        <p>
          <Button
            class="primary"
            disabled={isBusy || reading.problems.length > 0}
            onClick={() => void record(() => save(file))}
          >
            {fill(t.importRows, { count: reading.total })}
          </Button>
        </p>
      )}
    </Dialog>
  );
}

interface DryRunProps {
  readonly reading: PlantReading;
  readonly plants: readonly Plant[];
}

/** Shows the service's reading: the first plants, or the bad cells. */
function DryRun({ reading, plants }: DryRunProps) {
  const { rows, problems, created, updated } = reading;
  if (problems.length > 0) return <CellProblems problems={problems} />;
  const known = new Map(plants.map((plant) => [plant.name, plant]));
  const title = fill(t.dryRun, { created, changed: updated });
  return (
    <>
      <p>{title}</p>
      <Table
        caption={title}
        rows={rows.map((row) => ({ ...known.get(row.name ?? ''), ...row }))}
        pageSize={10}
        columns={[
          {
            title: t.result,
            cell: ({ name = '' }) => (known.has(name) ? t.willChange : t.willCreate),
          },
          { title: t.name, cell: ({ name }) => name },
          { title: t.displayName, cell: (row) => row.customer_display_name },
          { title: t.installed, number: (row) => row.installed_capacity_mw, decimals: 3 },
          { title: t.nominal, number: (row) => row.nominal_capacity_mw, decimals: 3 },
          { title: t.lat, number: ({ lat }) => lat, decimals: 5 },
          { title: t.lon, number: ({ lon }) => lon, decimals: 5 },
          {
            title: t.technology,
            cell: (row) => row.technology_type && common[row.technology_type],
          },
          { title: t.area, cell: ({ area }) => area },
          { title: t.zone, cell: ({ timezone = '' }) => zoneName(timezone) },
        ]}
      />
    </>
  );
}

/** Sends a list in a form; empty fields are left out. */
async function send<R>(file: File, fields: Readonly<Record<string, string>>): Promise<R> {
  const form = uploadForm(file, fields);
  const body = { file: file.name };
  return (await dataOf(
    api.POST('/api/v0/plants/import', { body, bodySerializer: () => form }),
  )) as R;
}
