import { useMemo, useState } from 'preact/hooks';
import { DeskForm, useDesk } from '../app/desk.tsx';
import { goTo, linkTo } from '../app/router.ts';
import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { Choice } from '../ui/fields.tsx';
import { notifyError } from '../ui/messages.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { FileDrop, SheetInput } from '../ui/sheet-input.tsx';
import { Table } from '../ui/table.tsx';
import { submitFile, submitItems } from './data.ts';
import { energyOf } from './figures.ts';
import type { BadCell, Pasted } from './paste.ts';
import { parsePasted } from './paste.ts';
import { t } from './texts.ts';

/** Submits a purchase: cells pasted from a spreadsheet, or a file. */
export function NewPurchase() {
  const desk = useDesk();
  const [text, setText] = useState('');
  const [labels, setLabels] = useState('end');
  const [isBusy, setBusy] = useState(false);
  const [idempotencyKey] = useState(newKey);
  const pasted = useMemo(() => parsePasted(text), [text]);
  const isReady = desk.user !== '' && desk.retailer !== '' && !isBusy;
  const send = async (submit: () => Promise<string>) => {
    setBusy(true);
    try {
      goTo(['purchases', desk.user, await submit()]);
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
  };
  const submit = () =>
    labels === 'end'
      ? submitItems(desk, pasted.items, idempotencyKey)
      : submitFile(desk, csvFile(pasted), labels);
  return (
    <PageFrame title={t.add} actions={<a href={linkTo(['purchases'])}>{t.title}</a>}>
      <DeskForm />
      <Card>
        <p class="hint">{t.pasteHint}</p>
        <SheetInput label={t.series} value={text} onInput={setText} />
        <p>
          {t.labels}{' '}
          <Choice
            label={t.labels}
            value={labels}
            onChange={setLabels}
            options={[
              ['end', t.labelsEnd],
              ['start', t.labelsStart],
            ]}
          />
        </p>
        <Found pasted={pasted} />
        <button
          type="button"
          class="primary"
          disabled={!isReady || pasted.items.length === 0 || pasted.problems.length > 0}
          onClick={() => void send(submit)}
        >
          {t.submit}
        </button>
        <p>{t.orFile}</p>
        <FileDrop
          accept=".xlsx"
          onFile={(file) => isReady && void send(() => submitFile(desk, file, labels))}
        />
      </Card>
    </PageFrame>
  );
}

/** What was understood of the pasted cells, and which are bad. */
function Found({ pasted: { items, problems } }: { readonly pasted: Pasted }) {
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
