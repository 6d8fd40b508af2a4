import { useMemo, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { Chart } from '../chart/lazy-chart.ts';
import { DeskForm, useDesk } from '../desk/desk.tsx';
import { errorText } from '../errors/error-text.ts';
import { fill } from '../i18n/language.ts';
import { useDraft } from '../state/draft.ts';
import { goTo, linkTo } from '../state/router.ts';
import { MADRID } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/fields.tsx';
import { notifyError } from '../ui/messages.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { ReadingOptions } from '../ui/reading-options.tsx';
import type { CellProblem } from '../ui/reasons.ts';
import { FileDrop, SheetText } from '../ui/sheet-input.tsx';
import { Notice } from '../ui/states.tsx';
import { CellProblems } from '../uploads/cell-problems.tsx';
import { Sending } from '../uploads/sending.tsx';
import { type FileForm, type Item, submitFile } from './data.ts';
import { seriesFigure } from './figures.ts';
import { SeriesSummary, useSeriesCheck } from './series-check.tsx';
import { t } from './texts.ts';

/** Submits a purchase: cells pasted from a spreadsheet, or a file. */
export function NewPurchase() {
  const desk = useDesk();
  const [text, setText, discardText] = useDraft('purchase', () => '');
  const [file, setFile] = useState<File>();
  const [form, setForm, discardForm] = useDraft<FileForm>('purchase-reading', () => ({
    labels: 'end',
  }));
  const check = useSeriesCheck(text, file, form);
  const hasDesk = desk.user !== '' && desk.retailer !== '';
  const submission = useSubmission(async (idempotencyKey) => {
    const id = await submitFile(desk, check.file as File, form, idempotencyKey);
    discardText();
    discardForm();
    return id;
  }, desk.user);
  return (
    <PageFrame title={t.add} actions={<a href={linkTo(['purchases'])}>{t.title}</a>}>
      <DeskForm isImmediate />
      <Card>
        {file ? (
          <p>
            {fill(t.chosenFile, { name: file.name })}{' '}
            <Button onClick={() => setFile(undefined)}>{t.removeFile}</Button>
          </p>
        ) : (
          <>
            <p class="hint">{t.pasteHint}</p>
            <SheetText label={t.series} value={text} onInput={setText} />
          </>
        )}
        <FileDrop accept=".csv,.txt,.tsv,.xlsx" onFile={setFile} />
        {check.file && (
          <div class="fields">
            <ReadingOptions
              values={form}
              zones={[MADRID, 'UTC']}
              onChange={(name, value) => setForm(withOption(form, name, value))}
            />
          </div>
        )}
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
        <Sending />
        <SeriesSummary check={check} />
        {submission.rejection && <Rejection rejection={submission.rejection} />}
        <p>
          <Button
            class="primary"
            disabled={!hasDesk || submission.isBusy || !check.isValid}
            onClick={() => void submission.send()}
          >
            {t.submit}
          </Button>{' '}
          {!hasDesk && <span class="warn">{t.sayWho}</span>}
        </p>
      </Card>
      {check.isValid && <Preview items={check.reading?.series ?? []} />}
    </PageFrame>
  );
}

interface Submission {
  readonly isBusy: boolean;
  /** The service's problems with the submission. */
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
        // A corrected series is another submission; a failed request may have arrived, and is
        // repeated as the same one.
        setIdempotencyKey(newKey());
      } else notifyError(error);
    }
    setBusy(false);
  };
  return { isBusy, rejection, send };
}

function Rejection({ rejection }: { readonly rejection: ApiError }) {
  const { problems } = (rejection.body ?? {}) as { problems?: CellProblem[] };
  if (problems) return <CellProblems problems={problems} />;
  return <Notice>{errorText(rejection)}</Notice>;
}

/** Sets an option of reading; an empty one is left to the service. */
function withOption(form: FileForm, name: keyof FileForm, value: string): FileForm {
  const { [name]: _before, ...others } = form;
  return value === '' ? others : { ...others, [name]: value };
}

/** Shows the series as a chart, in which a wrong digit is visible. */
function Preview({ items }: { readonly items: readonly Item[] }) {
  const figure = useMemo(() => seriesFigure(t.preview, items), [items]);
  return (
    <Card>
      <Chart figure={figure} fileName="purchase.csv" height={240} />
    </Card>
  );
}

/** Returns a random text; `crypto.randomUUID` is missing on a page from another host by plain http. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
