import { useMemo, useState } from 'preact/hooks';
import { ApiError } from '../api/client.ts';
import { DeskForm, useDesk } from '../app/desk.tsx';
import { goTo, linkTo } from '../app/router.ts';
import { Chart } from '../chart/lazy-chart.ts';
import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { t as files } from '../outages/texts.ts';
import { MADRID } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { type CellProblem, CellProblems } from '../ui/cell-problems.tsx';
import { Choice, type Options, Select } from '../ui/fields.tsx';
import { notifyError } from '../ui/messages.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { FileDrop, SheetText } from '../ui/sheet-input.tsx';
import { Notice } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { type FileForm, submitFile, submitItems } from './data.ts';
import { energyOf, seriesFigure } from './figures.ts';
import { type BadCell, type Item, type Pasted, parsePasted } from './paste.ts';
import { t } from './texts.ts';

/** Submits a purchase: cells pasted from a spreadsheet, or a file. */
export function NewPurchase() {
  const desk = useDesk();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File>();
  const [form, setForm] = useState<FileForm>({ labels: 'end' });
  const pasted = useMemo(() => parsePasted(text), [text]);
  const hasDesk = desk.user !== '' && desk.retailer !== '';
  const submission = useSubmission((idempotencyKey) => {
    if (file) return submitFile(desk, file, form, idempotencyKey);
    if (form.labels === 'start')
      return submitFile(desk, csvFile(pasted), { labels: 'start' }, idempotencyKey);
    return submitItems(desk, pasted.items, idempotencyKey);
  }, desk.user);
  const isValid = pasted.items.length > 0 && pasted.problems.length === 0;
  const chooseFile = (chosen: File) => {
    if (isSpreadsheet(chosen)) setFile(chosen);
    else void chosen.text().then(setText);
  };
  return (
    <PageFrame title={t.add} actions={<a href={linkTo(['purchases'])}>{t.title}</a>}>
      <DeskForm isImmediate />
      <Card>
        {file ? (
          <ChosenFile
            file={file}
            form={form}
            onForm={setForm}
            onRemove={() => setFile(undefined)}
          />
        ) : (
          <>
            <p class="hint">{t.pasteHint}</p>
            <SheetText label={t.series} value={text} onInput={setText} />
          </>
        )}
        <FileDrop accept=".csv,.txt,.tsv,.xlsx" onFile={chooseFile} />
        <p>
          {t.labels}{' '}
          <Choice
            label={t.labels}
            value={form.labels ?? 'end'}
            onChange={(labels) => setForm({ ...form, labels: labels as 'end' | 'start' })}
            options={[
              ['end', t.labelsEnd],
              ['start', t.labelsStart],
            ]}
          />
        </p>
        {!file && <PastedSummary pasted={pasted} />}
        {submission.rejection && <Rejection rejection={submission.rejection} />}
        <p>
          <Button
            class="primary"
            disabled={!hasDesk || submission.isBusy || !(file || isValid)}
            onClick={() => void submission.send()}
          >
            {t.submit}
          </Button>{' '}
          {!hasDesk && <span class="warn">{t.sayWho}</span>}
        </p>
      </Card>
      {!file && isValid && form.labels === 'end' && <Preview items={pasted.items} />}
    </PageFrame>
  );
}

interface Submission {
  readonly isBusy: boolean;
  /** What the service found wrong with it. */
  readonly rejection: ApiError | undefined;
  readonly send: () => Promise<void>;
}

/** Submits, and goes to the page of the purchase; a rejection is shown on this page. */
function useSubmission(
  submit: (idempotencyKey: string) => Promise<string>,
  user: string,
): Submission {
  const [isBusy, setBusy] = useState(false);
  const [rejection, setRejection] = useState<ApiError>();
  const [idempotencyKey, setIdempotencyKey] = useState(newKey);
  const send = async () => {
    setBusy(true);
    setRejection(undefined);
    try {
      goTo(['purchases', user, await submit(idempotencyKey)]);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) {
        setRejection(error);
        // What is corrected is another submission; what failed may have arrived, and is the same one.
        setIdempotencyKey(newKey());
      } else notifyError(error);
    }
    setBusy(false);
  };
  return { isBusy, rejection, send };
}

function isSpreadsheet({ name }: File): boolean {
  return /\.xlsx$/i.test(name);
}

function Rejection({ rejection }: { readonly rejection: ApiError }) {
  const { problems } = (rejection.body ?? {}) as { problems?: CellProblem[] };
  if (problems) return <CellProblems problems={problems} />;
  return (
    <Notice>
      {t.rejected} {rejection.message}
    </Notice>
  );
}

interface ChosenFileProps {
  readonly file: File;
  readonly form: FileForm;
  readonly onForm: (form: FileForm) => void;
  readonly onRemove: () => void;
}

/** A file to be sent as it is, and how it is to be read where it does not say. */
function ChosenFile({ file, form, onForm, onRemove }: ChosenFileProps) {
  const select = (name: 'zone' | 'date_form' | 'decimal', label: string, options: Options) => (
    <Select
      label={label}
      value={form[name] ?? ''}
      onChange={(value) => {
        const { [name]: _before, ...others } = form;
        onForm(value === '' ? others : { ...others, [name]: value });
      }}
      options={[['', files.asFound], ...options]}
    />
  );
  return (
    <>
      <p>
        {fill(t.chosenFile, { name: file.name })} <Button onClick={onRemove}>{t.removeFile}</Button>
      </p>
      <div class="fields">
        {select('zone', files.zone, [MADRID, 'UTC'])}
        {select('date_form', files.dateForm, [
          ['dmy', files.dmy],
          ['mdy', files.mdy],
          ['ymd', files.ymd],
        ])}
        {select('decimal', files.decimal, [',', '.'])}
      </div>
    </>
  );
}

/** The series as a chart: a wrong digit is seen there. */
function Preview({ items }: { readonly items: readonly Item[] }) {
  const figure = useMemo(() => seriesFigure(t.preview, items), [items]);
  return (
    <Card>
      <Chart figure={figure} fileName="purchase.csv" height={240} />
    </Card>
  );
}

/** What was understood of the pasted cells, and which are bad. */
export function PastedSummary({ pasted: { items, problems } }: { readonly pasted: Pasted }) {
  const [first, last] = [items[0]?.datetime ?? '', items.at(-1)?.datetime ?? ''];
  const mwh = formatNumber(energyOf(items), 3);
  return (
    <div aria-live="polite">
      {items.length > 0 && (
        <p>{fill(t.found, { count: formatNumber(items.length), mwh, first, last })}</p>
      )}
      {problems.length > 0 && <BadCells problems={problems} />}
    </div>
  );
}

function BadCells({ problems }: { readonly problems: readonly BadCell[] }) {
  const title = fill(t.badCells, { count: formatNumber(problems.length) });
  return (
    <>
      <p class="notice">{title}</p>
      <Table
        caption={title}
        rows={problems}
        pageSize={25}
        rowClass={() => 'faulty'}
        columns={[
          { title: t.line, isNumber: true, cell: ({ line }) => line },
          { title: t.value, cell: ({ value }) => <code>{value}</code> },
          { title: t.reason, cell: ({ reason }) => t[reason] },
        ]}
      />
    </>
  );
}

function csvFile({ items }: Pasted): File {
  const lines = items.map(({ datetime, purchase }) => `${datetime};${purchase}`);
  const text = ['datetime;purchase', ...lines].join('\n');
  return new File([text], 'purchase.csv', { type: 'text/csv' });
}

/** A random text; `crypto.randomUUID` is missing where the page came by plain http from afar. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
