import { useState } from 'preact/hooks';
import { fill } from '../i18n/language.ts';
import { zoneName } from '../i18n/zone-name.ts';
import { Picker } from '../picker/picker.tsx';
import { type Plant, zoneOf } from '../plants/data.ts';
import { Table } from '../table/table.tsx';
import { MADRID } from '../time/zone.ts';
import { Field, Select } from '../ui/fields.tsx';
import { notify } from '../ui/messages.tsx';
import { common } from '../ui/texts.ts';
import type { FileReading } from '../uploads/file-check.ts';
import { files } from '../uploads/file-texts.ts';
import { ReadingOptions } from '../uploads/reading-options.tsx';
import { uploads } from '../uploads/texts.ts';
import { UploadDialog } from '../uploads/upload-dialog.tsx';
import { t } from './texts.ts';
import type { OUTAGE_TYPES } from './upload-data.ts';
import { dryRun, type OutageReading, type UploadOptions, upload } from './upload-data.ts';
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

interface OutageUploadProps {
  readonly plants: readonly Plant[];
  /** A file that was dropped already. */
  readonly file?: File | undefined;
  /** With the plants and the period of a recorded file. */
  readonly onRecorded?: (plants: readonly string[], period: OutageReading['period']) => void;
  readonly onClose: () => void;
}

/** Records a file of outages. */
export function OutageUpload({ plants, file, onRecorded, onClose }: OutageUploadProps) {
  const [options, setOptions] = useState(AS_FOUND);
  const [zone, otherZone] = new Set(plants.map(({ timezone }) => timezone));
  const read = async (each: File) => {
    const reading = await dryRun(each, options);
    const isZoneMissing = reading.problems.some(({ code }) => code === 'no_zone');
    // The file is read again with it; a file that names its zone rejects another.
    if (isZoneMissing && zone !== undefined && otherZone === undefined && options.zone === '')
      setOptions({ ...options, zone });
    return reading;
  };
  const save = async (checked: File, { period }: OutageReading) => {
    const { id, rows, plants: named, message } = await upload(checked, options);
    if (message !== undefined) notify({ text: t.repeated });
    else notify({ text: fill(t.recorded, { count: rows }), undo: () => void undoUpload(id) });
    onRecorded?.(named, period);
  };
  return (
    <UploadDialog
      file={file}
      options={options}
      read={read}
      save={save}
      confirm={t.confirm}
      preview={(reading) => <Rows result={reading} plants={plants} />}
      onClose={onClose}
    >
      <Options
        plants={plants}
        options={options}
        set={(name) => (value) => setOptions({ ...options, [name]: value })}
      />
    </UploadDialog>
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
    <>
      <Picker
        label={uploads.plantOfFile}
        value={options.plant_id}
        onChange={set('plant_id')}
        options={[['', uploads.fromFile], ...plants.map(({ name }) => name)]}
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
    </>
  );
}

interface RowsProps {
  readonly result: FileReading;
  readonly plants: readonly Plant[];
}

type OutageType = (typeof OUTAGE_TYPES)[number];
type Row = FileReading['rows'][number];

function Rows({ result: { rows }, plants }: RowsProps) {
  const zone = (row: Row) => zoneOf(plants, row.plant_id as string);
  const text = (name: 'plant_id' | 'observations') => (row: Row) => (row[name] as string) || '–';
  return (
    <>
      <h3>{uploads.firstRows}</h3>
      <Table
        caption={uploads.firstRows}
        rows={rows}
        columns={[
          { title: common.plant, cell: text('plant_id') },
          { title: t.start, time: (row) => row.start_time_utc as string, zone },
          { title: t.end, time: (row) => row.end_time_utc as string, zone },
          { title: files.zone, cell: (row) => zoneName(zone(row)) },
          { title: t.left, number: (row) => row.available_power_mw as number, decimals: 3 },
          { title: t.type, cell: (row) => t[row.availability_type as OutageType] },
          { title: t.observations, cell: text('observations') },
        ]}
      />
    </>
  );
}
