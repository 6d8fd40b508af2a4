import { useState } from 'preact/hooks';
import { BulkBar } from '../bulk-outages/bulk-bar.tsx';
import { NextStep } from '../desk/next-step.tsx';
import { formatDate, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { t } from '../outages/texts.ts';
import { OutageUpload } from '../outages/upload.tsx';
import { OUTAGE_TYPES, type OutageReading } from '../outages/upload-data.ts';
import { Uploads } from '../outages/uploads.tsx';
import { Picker } from '../picker/picker.tsx';
import { type Plant, usePlants } from '../plants/data.ts';
import { useChoice } from '../state/choice.ts';
import { changeQuery } from '../state/router.ts';
import { type Days, lengthOf } from '../time/days.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { useDays } from '../ui/days.tsx';
import { FileLink } from '../ui/download.tsx';
import { Choice } from '../ui/fields.tsx';
import { lazy } from '../ui/lazy.tsx';
import { attempt, notify, notifyError } from '../ui/messages.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { PrintButton } from '../ui/printing.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { Calendar, instantsOf } from '../unavailabilities/calendar.tsx';
import { changeOutage, type Outage, overlaps, useOutages } from '../unavailabilities/data.ts';
import { OutageTable } from '../unavailabilities/outage-table.tsx';
import {
  coveringWindow,
  nextWindow,
  RANGES,
  type Range,
  rangeOf,
  type Window,
  windowFrom,
} from '../unavailabilities/window.ts';
import { FileDrop } from '../uploads/sheet-input.tsx';
import { uploads } from '../uploads/texts.ts';
import { UPLOADED } from '../uploads/upload-dialog.tsx';

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'upload'; readonly file?: File }
  | { readonly kind: 'change'; readonly outage: Outage };

const OutageForm = lazy(
  async () => (await import('../unavailabilities/outage-form.tsx')).OutageForm,
);

/** Days that the calendar shows at most. */
const MAX_DAYS = 366;

export function Page() {
  const plants = usePlants();
  const [chosen] = useChoice(
    'plant',
    plants.data?.map(({ name }) => name),
    '',
  );
  const plantName = chosen || undefined;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const showRecorded = (named: readonly string[], period: OutageReading['period']) => {
    const plant = named.includes(chosen) ? chosen : undefined;
    changeQuery({ plant, ...(period && daysOf(coveringWindow(period, MAX_DAYS))) });
  };
  const hasPlants = plants.data !== undefined && plants.data.length > 0;
  return (
    <PageFrame
      title={t.title}
      actions={
        <>
          <PrintButton />
          <Button disabled={!hasPlants} onClick={() => setOpen({ kind: 'upload' })}>
            {uploads.upload}
          </Button>
          <Button class="primary" disabled={!hasPlants} onClick={() => setOpen({ kind: 'new' })}>
            {t.add}
          </Button>
        </>
      }
    >
      <Loaded
        query={plants}
        empty={
          <>
            {t.noPlants} <NextStep page="plants" />
          </>
        }
      >
        {(data) => (
          <>
            <OutageCalendar
              plants={data}
              plantName={plantName}
              onChoose={(outage) => setOpen({ kind: 'change', outage })}
            />
            <Card title={uploads.files}>
              <FileDrop accept={UPLOADED} onFile={(file) => setOpen({ kind: 'upload', file })} />
              <Files />
              <Uploads plantName={plantName} />
            </Card>
            {open?.kind === 'new' && (
              <OutageForm plants={data} plantName={plantName} onClose={close} />
            )}
            {open?.kind === 'change' && (
              <OutageForm plants={data} outage={open.outage} onClose={close} />
            )}
            {open?.kind === 'upload' && (
              <OutageUpload
                plants={data}
                file={open.file}
                onRecorded={showRecorded}
                onClose={close}
              />
            )}
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

/** Offers a file to fill in, and all outages as one. */
function Files() {
  return (
    <p>
      {t.template}: <FileLink path="outages/template.csv">CSV</FileLink>{' '}
      <FileLink path="outages/template.xlsx">XLSX</FileLink> · {t.download}:{' '}
      <FileLink path="unavailabilities/?format=xlsx">XLSX</FileLink>
    </p>
  );
}

interface OutageCalendarProps {
  readonly plants: readonly Plant[];
  readonly plantName: string | undefined;
  readonly onChoose: (outage: Outage) => void;
}

function OutageCalendar({ plants, plantName, onChoose }: OutageCalendarProps) {
  const usual = windowFrom(dayOf(Date.now(), MADRID), 'twoWeeks');
  const days = useDays(daysOf(usual), MAX_DAYS);
  const window = { firstDay: days.from, days: lengthOf(days) };
  const { from, to } = instantsOf(window);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const outages = useOutages({ plantName, window: { from, to } });
  const chosen = plants.filter(({ name }) => plantName === undefined || name === plantName);
  const visible = outages.data?.filter((outage) => overlaps(outage, from, to)) ?? [];
  const zone = chosen.length === 1 ? (chosen[0]?.timezone ?? MADRID) : MADRID;
  return (
    <Card
      title={`${formatDate(from)} – ${formatDate(to - 1)}`}
      actions={
        <>
          <WindowControls window={window} onWindow={(next) => changeQuery({ ...daysOf(next) })} />
          <Picker
            label={common.plant}
            value={plantName ?? ''}
            onChange={(value) => changeQuery({ plant: value || undefined })}
            options={[['', common.allPlants], ...plants.map(({ name }) => name)]}
          />
        </>
      }
    >
      <Loaded query={outages}>
        {() => (
          <>
            <Calendar
              window={window}
              plants={chosen}
              outages={visible}
              onChoose={onChoose}
              onMove={(outage, byMs, zone) => void attempt(() => move(outage, byMs, zone))}
            />
            {visible.length === 0 ? <Empty>{t.none}</Empty> : <CalendarKey />}
            <BulkBar
              selected={visible.filter(({ id }) => selected.has(id))}
              total={visible.length}
              plants={plants}
            />
            {visible.length > 0 && (
              <OutageTable
                outages={visible}
                zone={zone}
                onChoose={onChoose}
                selected={selected}
                onSelect={setSelected}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

interface WindowControlsProps {
  readonly window: Window;
  readonly onWindow: (window: Window) => void;
}

function WindowControls({ window, onWindow }: WindowControlsProps) {
  const range = rangeOf(window);
  const today = dayOf(Date.now(), MADRID);
  const atToday = range === undefined ? { ...window, firstDay: today } : windowFrom(today, range);
  return (
    <>
      <Button onClick={() => onWindow(nextWindow(window, -1))}>{common.previous}</Button>
      <Button onClick={() => onWindow(atToday)}>{t.today}</Button>
      <Button onClick={() => onWindow(nextWindow(window, 1))}>{common.next}</Button>
      <Choice
        label={t.range}
        value={range ?? ''}
        onChange={(value) => onWindow(windowFrom(window.firstDay, value as Range))}
        options={RANGES.map((each) => [each, t[each]])}
      />
    </>
  );
}

function daysOf({ firstDay, days }: Window): Days {
  return { from: firstDay, to: addDays(firstDay, days - 1) };
}

/** Explains the calendar, and the colours of its bars. */
function CalendarKey() {
  return (
    <p class="hint">
      {t.calendarHint}
      {OUTAGE_TYPES.map((type) => (
        <span key={type}>
          <span class={`type-key ${type}`} />
          {t[type]}
        </span>
      ))}
    </p>
  );
}

/** Moves an outage as a whole; the message has a button to undo it. */
async function move(outage: Outage, byMs: number, zone: string): Promise<void> {
  const { start_time_utc, end_time_utc } = outage;
  const moved = (time: string) => new Date(Date.parse(time) + byMs).toISOString();
  const { start_time_utc: start } = await changeOutage(outage.id, {
    start_time_utc: moved(start_time_utc),
    end_time_utc: moved(end_time_utc),
  });
  const undo = () =>
    void changeOutage(outage.id, { start_time_utc, end_time_utc }).catch(notifyError);
  notify({ text: fill(t.moved, { start: formatTime(start, zone) }), undo });
}
