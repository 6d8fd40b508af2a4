import { useMemo, useState } from 'preact/hooks';
import { ApiError } from '../api/api-error.ts';
import { boughtLink, useBought } from '../bought/bought.ts';
import { Chart } from '../chart/lazy-chart.ts';
import { type Desk, DeskForm, useDesk } from '../desk/desk.tsx';
import { errorText } from '../errors/error-text.ts';
import { ServiceText } from '../errors/service-text.tsx';
import { fill } from '../i18n/language.ts';
import {
  type FileForm,
  type Item,
  type SeriesDelivery,
  submitFile,
  usePurchases,
} from '../purchases/data.ts';
import { seriesFigure } from '../purchases/figures.ts';
import { t as listed } from '../purchases/list-texts.ts';
import { DAYS_BEFORE } from '../purchases/purchases-link.ts';
import { t } from '../purchases/texts.ts';
import { useDraft } from '../state/draft.ts';
import { goTo, linkTo } from '../state/router.ts';
import { addDays, MADRID } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/fields.tsx';
import { lazy } from '../ui/lazy.tsx';
import { notifyError } from '../ui/messages.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Notice } from '../ui/states.tsx';
import { CellProblems } from '../uploads/cell-problems.tsx';
import { ReadingOptions } from '../uploads/reading-options.tsx';
import type { CellProblem } from '../uploads/reasons.ts';
import { Sending } from '../uploads/sending.tsx';
import { FileDrop, SheetText } from '../uploads/sheet-input.tsx';
import { words } from './form-texts.ts';
import { SeriesDoubts, SeriesSummary, useSeriesCheck } from './series-check.tsx';

/** Loaded apart: most series are the first of their days. */
const AlreadyBought = lazy(
  async () => (await import('../bought/already-bought.tsx')).AlreadyBought,
);

/** Submits a purchase: cells pasted from a spreadsheet, or a file. */
export function NewPurchase() {
  const desk = useDesk();
  const [text, setText, discardText] = useDraft('purchase', () => '');
  const [file, setFile] = useState<File>();
  const [form, setForm, discardForm] = useDraft<FileForm>('purchase-reading', () => ({}));
  const check = useSeriesCheck(text, file, form);
  const hasDesk = desk.user !== '' && desk.retailer !== '';
  const submission = useSubmission(
    async (idempotencyKey) => {
      const id = await submitFile(desk, check.file as File, form, idempotencyKey);
      discardText();
      discardForm();
      return id;
    },
    desk.user,
    JSON.stringify([desk, text, form, file && [file.name, file.size, file.lastModified]]),
  );
  return (
    <PageFrame title={t.add} actions={<a href={linkTo(['purchases'])}>{listed.title}</a>}>
      <DeskForm isImmediate />
      <Card>
        {file ? (
          <p>
            {fill(words.chosenFile, { name: file.name })}{' '}
            <Button onClick={() => setFile(undefined)}>{words.removeFile}</Button>
          </p>
        ) : (
          <>
            <p class="hint">{words.pasteHint}</p>
            <SheetText label={words.series} value={text} onInput={setText} />
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
          {words.labels}{' '}
          <Choice
            label={words.labels}
            value={form.labels ?? ''}
            onChange={(labels) => setForm({ ...form, labels: labels as 'end' | 'start' })}
            options={[
              ['end', words.labelsEnd],
              ['start', words.labelsStart],
            ]}
          />{' '}
          {form.labels === undefined && <span class="hint">{words.labelsUnsaid}</span>}
        </p>
        <Sending />
        <SeriesSummary check={check} />
        {check.reading?.delivery && (
          <SeriesDoubts
            delivery={check.reading.delivery}
            onStarts={form.labels ? undefined : () => setForm({ ...form, labels: 'start' })}
          />
        )}
        {submission.rejection && <Rejection rejection={submission.rejection} />}
        <SubmitSeries
          key={JSON.stringify(desk)}
          desk={desk}
          delivery={check.reading?.delivery ?? undefined}
          isReady={hasDesk && !submission.isBusy && check.isValid}
          onSubmit={() => void submission.send()}
        />
        {!hasDesk && <p class="warn">{words.sayWho}</p>}
      </Card>
      {check.isValid && <Preview items={check.reading?.series ?? []} />}
    </PageFrame>
  );
}

interface SubmitSeriesProps {
  readonly desk: Desk;
  readonly delivery: SeriesDelivery | undefined;
  readonly isReady: boolean;
  readonly onSubmit: () => void;
}

/** Submits the series; where its days have purchases already, after a question. */
function SubmitSeries({ desk, delivery, isReady, onSubmit }: SubmitSeriesProps) {
  const { days, bought, isChecked } = useBoughtBefore(desk, delivery);
  if (delivery && days && bought && bought.ids.length > 0)
    return (
      <AlreadyBought
        what="series"
        bought={bought}
        link={boughtLink(desk, days, bought.ids)}
        addedMwh={Number(delivery.mwh)}
        isDisabled={!isReady}
        onBuy={onSubmit}
      />
    );
  return (
    <p>
      <Button class="primary" disabled={!isReady || !isChecked} onClick={onSubmit}>
        {t.submit}
      </Button>
    </p>
  );
}

/** Loads what is bought of the days of a series; a key may submit where it cannot read that. */
function useBoughtBefore(desk: Desk, delivery: SeriesDelivery | undefined) {
  const [first, last] = [delivery?.days[0]?.date, delivery?.days.at(-1)?.date];
  const days = first && last ? { from: first, to: last } : undefined;
  const hasDesk = desk.user !== '' && desk.retailer !== '';
  const from = days ? addDays(days.from, -DAYS_BEFORE) : '';
  const user = hasDesk && days ? desk.user : '';
  const { data, error } = usePurchases({ ...desk, user, status: '', from, to: '' }, 1);
  const bought = useBought(desk.user, days ?? NO_DAYS, days && data?.purchases);
  return { days, bought, isChecked: bought !== undefined || error !== undefined };
}

const NO_DAYS = { from: '', to: '' };

interface Submission {
  readonly isBusy: boolean;
  /** The service's problems with the submission. */
  readonly rejection: ApiError | undefined;
  readonly send: () => Promise<void>;
}

/** The key of a submission whose outcome is not known, and the hash of what was submitted. */
interface KeptKey {
  readonly of: number;
  readonly key: string;
}

const NO_KEY: KeptKey = { of: 0, key: '' };

/**
 * Submits, and goes to the page of the purchase; a rejection is shown on this page. While it is not
 * known whether a submission arrived, the same one is sent with the same key, also after a reload:
 * it cannot buy twice.
 *
 * @param content all that is submitted: another one has another key.
 */
function useSubmission(
  submit: (idempotencyKey: string) => Promise<string>,
  user: string,
  content: string,
): Submission {
  const [isBusy, setBusy] = useState(false);
  const [rejection, setRejection] = useState<ApiError>();
  const [kept, keep, discardKey] = useDraft('purchase-key', () => NO_KEY);
  const send = async () => {
    setBusy(true);
    setRejection(undefined);
    const of = hashOf(content);
    const key = kept.key !== '' && kept.of === of ? kept.key : newKey();
    keep({ of, key });
    try {
      const id = await submit(key);
      discardKey();
      goTo(['purchases', user, id]);
    } catch (error) {
      if (!mayHaveArrived(error)) keep(NO_KEY);
      if (error instanceof ApiError && error.status < 500) setRejection(error);
      else notifyError(error);
    }
    setBusy(false);
  };
  return { isBusy, rejection, send };
}

/** Rejections that say nothing of the submission itself. */
const UNDECIDED: readonly number[] = [401, 408, 429];

/** Whether the same submission is to be sent again: it may have arrived, or was not looked at. */
function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 || UNDECIDED.includes(error.status);
}

/** Returns a hash of 32 bits; the service rejects a key that comes with another submission. */
function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

function Rejection({ rejection }: { readonly rejection: ApiError }) {
  const { problems } = (rejection.body ?? {}) as { problems?: CellProblem[] };
  if (problems) return <CellProblems problems={problems} />;
  return (
    <>
      <Notice>{errorText(rejection)}</Notice>
      <ServiceText error={rejection} />
    </>
  );
}

/** Sets an option of reading; an empty one is left to the service. */
function withOption(form: FileForm, name: keyof FileForm, value: string): FileForm {
  const { [name]: _before, ...others } = form;
  return value === '' ? others : { ...others, [name]: value };
}

/** Shows the series as a chart, in which a wrong digit is visible. */
function Preview({ items }: { readonly items: readonly Item[] }) {
  const figure = useMemo(() => seriesFigure(words.preview, items), [items]);
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
