import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { fieldName } from '../api/field-words.ts';
import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Facts } from '../ui/page.tsx';
import { Notice } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { CellProblems } from './cell-problems.tsx';
import { type FileReading, useFileCheck } from './file-check.ts';
import { files } from './file-texts.ts';
import { Sending } from './sending.tsx';
import { FileDrop } from './sheet-input.tsx';
import { uploads } from './texts.ts';

/** Names of files that are accepted. */
export const UPLOADED = '.csv,.xlsx,.txt';

interface UploadDialogProps<R extends FileReading> {
  readonly title?: string;
  /** A file that was dropped already. */
  readonly file?: File | undefined;
  /** How the file is to be read; the service reads it again when they change. */
  readonly options: object;
  /** Has the service read the file without recording anything. */
  readonly read: (file: File) => Promise<R>;
  /** Records the file, and reports it. */
  readonly save: (file: File, reading: R) => Promise<unknown>;
  /** The text of the button that records `{count}` rows. */
  readonly confirm: string;
  readonly preview: (reading: R) => ComponentChildren;
  readonly onClose: () => void;
  /** The fields of the options. */
  readonly children: ComponentChildren;
}

/** Has a file read without storing it, shows the result, and records it on confirmation. */
export function UploadDialog<R extends FileReading>(props: UploadDialogProps<R>) {
  const { title = uploads.upload, options, read, save, preview, onClose } = props;
  const [file, setFile] = useState(props.file);
  const { reading, isBusy, record, retry } = useFileCheck(file, JSON.stringify(options), read);
  const confirm = async (checked: File, checkedReading: R) => {
    await save(checked, checkedReading);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{uploads.hint}</p>
      <div class="fields">{props.children}</div>
      <FileDrop accept={UPLOADED} onFile={setFile} />
      <Sending />
      <div aria-live="polite" aria-busy={isBusy}>
        {file && reading && (
          <>
            <h3>
              {uploads.understood}: {file.name}
            </h3>
            <Understood result={reading} />
            {reading.problems.length === 0 ? (
              preview(reading)
            ) : (
              <>
                <CellProblems {...reading} />
                <p>{uploads.again}</p>
              </>
            )}
          </>
        )}
      </div>
      {file && !reading && !isBusy && (
        <>
          <Notice>{uploads.unread}</Notice>
          <Button onClick={retry}>{common.retry}</Button>
        </>
      )}
      {file && reading && reading.problems.length === 0 && (
        <p>
          <Button
            class="primary"
            disabled={isBusy}
            onClick={() => void record(() => confirm(file, reading), uploads.lost)}
          >
            {fill(props.confirm, { count: formatNumber(reading.total) })}
          </Button>
        </p>
      )}
    </Dialog>
  );
}

const DATE_FORMS: Readonly<Record<string, () => string>> = {
  dmy: () => files.dmy,
  mdy: () => files.mdy,
  ymd: () => files.ymd,
};

const UNDERSTOOD = {
  format: () => uploads.format,
  delimiter: () => uploads.delimiter,
  encoding: () => uploads.encoding,
  decimal: () => files.decimal,
  zone: () => files.zone,
  date_form: () => files.dateForm,
  columns: () => uploads.columns,
};

interface UnderstoodProps {
  readonly result: FileReading;
}

function Understood({ result: { understood } }: UnderstoodProps) {
  return (
    <Facts
      facts={Object.entries(UNDERSTOOD).map(([name, title]) => [
        title(),
        textOf(understood?.[name]),
      ])}
    />
  );
}

/** Names what a column was read as; the file may have another unit than MW. */
function columnName(name: string): string {
  return name === 'mw' ? uploads.value : fieldName(name);
}

/** Formats lists and objects for people; a dash for nothing. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'string') return DATE_FORMS[value]?.() ?? value;
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, each]) => `${columnName(name)} = ${textOf(each)}`)
    .join(', ');
}
