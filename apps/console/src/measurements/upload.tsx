import { useState } from 'preact/hooks';
import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { Picker } from '../picker/picker.tsx';
import { Table } from '../table/table.tsx';
import { MADRID } from '../time/zone.ts';
import { Field, Select } from '../ui/fields.tsx';
import { attempt, notify } from '../ui/messages.tsx';
import { Notice } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { files } from '../uploads/file-texts.ts';
import { ReadingOptions } from '../uploads/reading-options.tsx';
import { uploads } from '../uploads/texts.ts';
import { UploadDialog } from '../uploads/upload-dialog.tsx';
import {
  dryRun,
  type MeasuredRow,
  type MeasurementOptions,
  type MeasurementReading,
  type Subject,
  takeBack,
  upload,
} from './data.ts';
import { t } from './texts.ts';
import { warningText } from './warning-text.ts';

const AS_FOUND: MeasurementOptions = {
  plant_id: '',
  group: '',
  unit: '',
  labels: '',
  zone: '',
  date_form: '',
  decimal: '',
  force: '',
};
const UNITS = ['MW', 'kW', 'MWh', 'kWh'];
const ZONES = [MADRID, 'Europe/Lisbon', 'Atlantic/Canary', 'UTC'];
const MAX_MW_DECIMALS = 6;

interface MeasurementUploadDialogProps {
  readonly subject: Subject;
  /** Names of the plants that a file may be of. */
  readonly plants?: readonly string[];
  /** What the form has at first. */
  readonly chosen?: Partial<MeasurementOptions>;
  /** A file that was dropped already. */
  readonly file?: File | undefined;
  readonly onClose: () => void;
}

/** Records a file of production or of consumption. */
export function MeasurementUploadDialog(props: MeasurementUploadDialogProps) {
  const { subject, plants = [], file, onClose } = props;
  const [options, setOptions] = useState<MeasurementOptions>({ ...AS_FOUND, ...props.chosen });
  const isProduction = subject.kind === 'production';
  const save = async (checked: File) => {
    const { id, rows, replaced = 0, message } = await upload(subject, checked, options);
    if (message !== undefined) return notify({ text: t.repeated });
    notify({
      text: fill(t.recorded, { count: formatNumber(rows), replaced: formatNumber(replaced) }),
      undo: () => void undoUpload(subject, id),
    });
  };
  return (
    <UploadDialog
      title={isProduction ? t.uploadProduction : t.uploadConsumption}
      file={file}
      options={options}
      read={(each) => dryRun(subject, each, options)}
      save={save}
      confirm={t.confirm}
      preview={(reading) => <Preview reading={reading} isProduction={isProduction} />}
      onClose={onClose}
    >
      <Options
        options={options}
        plants={isProduction ? plants : undefined}
        set={(name) => (value) => setOptions({ ...options, [name]: value })}
      />
    </UploadDialog>
  );
}

/** Takes an upload back, and reports it; returns whether that succeeded. */
export function undoUpload(subject: Subject, id: string): Promise<boolean> {
  return attempt(async () => {
    await takeBack(subject, id);
    notify({ text: t.takenBack });
  });
}

interface OptionsProps {
  readonly options: MeasurementOptions;
  /** Undefined: the file is of a portfolio. */
  readonly plants: readonly string[] | undefined;
  readonly set: (name: keyof MeasurementOptions) => (value: string) => void;
}

function Options({ options, plants, set }: OptionsProps) {
  return (
    <>
      {plants ? (
        <Picker
          label={uploads.plantOfFile}
          value={options.plant_id}
          onChange={set('plant_id')}
          options={[['', uploads.fromFile], ...plants]}
        />
      ) : (
        <Field label={t.groupOfFile} value={options.group} onInput={set('group')} />
      )}
      <Select
        label={t.unit}
        value={options.unit}
        onChange={set('unit')}
        options={[['', files.asFound], ...UNITS]}
      />
      <Select
        label={t.labels}
        value={options.labels}
        onChange={set('labels')}
        options={[
          ['', files.asFound],
          ['end', t.labelsEnd],
          ['start', t.labelsStart],
        ]}
      />
      <ReadingOptions values={options} zones={ZONES} onChange={(name, value) => set(name)(value)} />
      {plants && (
        <Select
          label={t.force}
          value={options.force}
          onChange={set('force')}
          options={[
            ['', t.forceNot],
            ['true', t.forceRecord],
          ]}
        />
      )}
    </>
  );
}

interface PreviewProps {
  readonly reading: MeasurementReading;
  readonly isProduction: boolean;
}

function Preview({
  reading: { rows, warnings, warning_reasons: reasons },
  isProduction,
}: PreviewProps) {
  return (
    <>
      {warnings.length > 0 && (
        <Notice>
          {fill(t.warnings, { count: warnings.length })}
          {(reasons?.map(warningText) ?? warnings).map((text) => `\n${text}`)}
        </Notice>
      )}
      <h3>{uploads.firstRows}</h3>
      <p class="hint">{t.rowsInMadrid}</p>
      <Table
        caption={uploads.firstRows}
        rows={rows as readonly unknown[] as readonly MeasuredRow[]}
        columns={[
          {
            title: isProduction ? common.plant : t.group,
            cell: ({ series }) => series || t.noGroup,
          },
          { title: t.start, time: (row) => row.start_utc },
          { title: t.end, time: (row) => row.end_utc },
          { title: 'MW', number: ({ mw }) => mw, decimals: MAX_MW_DECIMALS },
        ]}
      />
    </>
  );
}
