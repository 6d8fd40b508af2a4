import { useState } from 'preact/hooks';
import { formatNumber, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import type { Plant } from '../plants/data.ts';
import { MADRID } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { CellProblems } from '../ui/cell-problems.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Select } from '../ui/fields.tsx';
import { type FileReading, useFileCheck } from '../ui/file-check.ts';
import { files } from '../ui/file-texts.ts';
import { notify } from '../ui/messages.tsx';
import { Facts } from '../ui/page.tsx';
import { ReadingOptions } from '../ui/reading-options.tsx';
import { FileDrop } from '../ui/sheet-input.tsx';
import { Table } from '../ui/table.tsx';
import { common } from '../ui/texts.ts';
import { t } from './texts.ts';
import type { OUTAGE_TYPES } from './upload-data.ts';
import { dryRun, type UploadOptions, upload } from './upload-data.ts';
import { undoUpload } from './uploads.tsx';

const AS_FOUND: UploadOptions = {
  plant_id: '',
  date_form: '',
  decimal: '',
  zone: '',
  mode: 'add',
  from: '',
  to: '',
};

/** Names of files that are accepted. */
export const UPLOADED = '.csv,.xlsx,.txt';

interface UploadDialogProps {
  readonly plants: readonly Plant[];
  /** A file that was dropped already. */
  readonly file?: File | undefined;
  readonly onClose: () => void;
}

/** Reads a file without storing it, shows the result, and records it on confirmation. */
export function UploadDialog({ plants, file: dropped, onClose }: UploadDialogProps) {
  const [options, setOptions] = useState(AS_FOUND);
  const [file, setFile] = useState(dropped);
  const { reading, isBusy, record } = useFileCheck(file, JSON.stringify(options), (each) =>
    dryRun(each, options),
  );
  const save = async (checked: File) => {
    const { id, rows } = await upload(checked, options);
    notify({ text: fill(t.recorded, { count: rows }), undo: () => void undoUpload(id) });
    onClose();
  };
  return (
    <Dialog title={t.upload} onClose={onClose}>
      <p>{t.uploadHint}</p>
      <Options
        plants={plants}
        options={options}
        set={(name) => (value) => setOptions({ ...options, [name]: value })}
      />
      <FileDrop accept={UPLOADED} onFile={setFile} />
      <div aria-live="polite" aria-busy={isBusy}>
        {file && reading && (
          <>
            <h3>
              {t.understood}: {file.name}
            </h3>
            <Understood result={reading} />
            {reading.problems.length === 0 ? (
              <Rows result={reading} plants={plants} />
            ) : (
              <>
                <CellProblems problems={reading.problems} />
                <p>{t.again}</p>
              </>
            )}
          </>
        )}
      </div>
      {file && reading?.problems.length === 0 && (
        <p>
          <Button class="primary" disabled={isBusy} onClick={() => void record(() => save(file))}>
            {fill(t.confirm, { count: formatNumber(reading.total) })}
          </Button>
        </p>
      )}
    </Dialog>
  );
}

interface OptionsProps {
  readonly plants: readonly Plant[];
  readonly options: UploadOptions;
  readonly set: (name: keyof UploadOptions) => (value: string) => void;
}

function Options({ plants, options, set }: OptionsProps) {
  const zones = [...new Set([MADRID, ...plants.map(({ timezone }) => timezone), 'UTC'])];
  return (
    <div class="fields">
      <Select
        label={t.plantOfFile}
        value={options.plant_id}
        onChange={set('plant_id')}
        options={[['', t.fromFile], ...plants.map(({ name }) => name)]}
      />
      <ReadingOptions values={options} zones={zones} onChange={(name, value) => set(name)(value)} />
      <Select
        label={t.mode}
        value={options.mode}
        onChange={set('mode')}
        options={[
          ['add', t.modeAdd],
          ['replace', t.modeReplace],
        ]}
      />
      {options.mode === 'replace' && (
        <>
          <Field label={common.from} type="date" value={options.from} onInput={set('from')} />
          <Field label={common.to} type="date" value={options.to} onInput={set('to')} />
        </>
      )}
    </div>
  );
}

const UNDERSTOOD = {
  format: () => t.format,
  delimiter: () => t.delimiter,
  encoding: () => t.encoding,
  decimal: () => files.decimal,
  zone: () => files.zone,
  date_form: () => files.dateForm,
  columns: () => t.columns,
};

function Understood({ result: { understood } }: { readonly result: FileReading }) {
  return (
    <Facts
      facts={Object.entries(UNDERSTOOD).map(([name, title]) => [
        title(),
        textOf(understood?.[name]),
      ])}
    />
  );
}

/** Returns the page's name for a column of the service. */
function columnTitle(name: string): string {
  const titles: Readonly<Record<string, string>> = {
    plant_id: common.plant,
    start_time_utc: t.start,
    end_time_utc: t.end,
    available_power: t.leftPower,
    available_power_mw: t.left,
    unavailable_power: t.lostPower,
    unavailable_power_mw: t.lost,
    source_unit: t.unit,
    availability_type: t.type,
    observations: t.observations,
    timezone_source: files.zone,
  };
  return titles[name] ?? name;
}

/** Formats lists and objects for people. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, each]) => `${columnTitle(name)} = ${textOf(each)}`)
    .join(', ');
}

interface RowsProps {
  readonly result: FileReading;
  readonly plants: readonly Plant[];
}

type OutageType = (typeof OUTAGE_TYPES)[number];
type Row = FileReading['rows'][number];

function Rows({ result: { rows }, plants }: RowsProps) {
  const zoneOf = (row: Row) => plants.find(({ name }) => name === row.plant_id)?.timezone ?? MADRID;
  const time = (name: 'start_time_utc' | 'end_time_utc') => (row: Row) =>
    formatTime(row[name] as string, zoneOf(row));
  return (
    <>
      <h3>{t.firstRows}</h3>
      <Table
        caption={t.firstRows}
        rows={rows}
        columns={[
          { title: common.plant, cell: ({ plant_id: plant }) => textOf(plant) },
          { title: t.start, cell: time('start_time_utc') },
          { title: t.end, cell: time('end_time_utc') },
          { title: files.zone, cell: zoneOf },
          { title: t.left, number: (row) => row.available_power_mw as number, decimals: 3 },
          { title: t.type, cell: (row) => t[row.availability_type as OutageType] },
          { title: t.observations, cell: ({ observations }) => textOf(observations) },
        ]}
      />
    </>
  );
}
