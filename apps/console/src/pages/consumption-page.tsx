import { useMemo, useState } from 'preact/hooks';
import { Chart } from '../chart/lazy-chart.ts';
import { NextDays } from '../consumption-forecasts/next-days.tsx';
import { type Desk, DeskForm, useDesk } from '../desk/desk.tsx';
import { t as desks } from '../desk/texts.ts';
import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { type GroupPeriod, type Subject, useConsumption } from '../measurements/data.ts';
import { minutesOf, perGroup, powerFigure, sumOfGroups } from '../measurements/figure.ts';
import { t } from '../measurements/texts.ts';
import { MeasurementUploadDialog } from '../measurements/upload.tsx';
import { MeasurementUploads } from '../measurements/uploads.tsx';
import { Picker } from '../picker/picker.tsx';
import { useUnknown } from '../state/choice.ts';
import { changeQuery, useParameter } from '../state/router.ts';
import type { Days } from '../time/days.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { DayFields, useDays } from '../ui/days.tsx';
import { FileLinks } from '../ui/download.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { FileDrop } from '../uploads/sheet-input.tsx';
import { uploads } from '../uploads/texts.ts';
import { UPLOADED } from '../uploads/upload-dialog.tsx';

const USUAL_DAYS = 30;
const MAX_DAYS = 366;
/** More groups are summed until the user asks for one. */
const MAX_LINES = 8;
const COLORS = ['--md', '--mid1', '--mid2', '--mid3'];
const SECOND_DASH = [6, 4];

export function Page() {
  const desk = useDesk();
  const isChosen = desk.user !== '' && desk.retailer !== '';
  return (
    <PageFrame title={t.consumption}>
      <DeskForm />
      {isChosen && <Portfolio key={JSON.stringify(desk)} desk={desk} />}
    </PageFrame>
  );
}

function Portfolio({ desk }: { readonly desk: Desk }) {
  const yesterday = addDays(dayOf(Date.now(), MADRID), -1);
  const days = useDays({ from: addDays(yesterday, 1 - USUAL_DAYS), to: yesterday }, MAX_DAYS);
  const subject: Subject = { kind: 'consumption', ...desk };
  const [open, setOpen] = useState<{ readonly file?: File }>();
  return (
    <>
      <Card
        title={`${desk.user} · ${desk.retailer}`}
        actions={
          <Button class="primary" onClick={() => setOpen({})}>
            {t.uploadConsumption}
          </Button>
        }
      >
        <DayFields days={days} maxDays={MAX_DAYS} />
        <Measured desk={desk} days={days} onUpload={() => setOpen({})} />
      </Card>
      <NextDays desk={desk} />
      <Card title={uploads.files}>
        <FileDrop accept={UPLOADED} onFile={(file) => setOpen({ file })} />
        <Downloads desk={desk} days={days} />
        <MeasurementUploads subject={subject} />
      </Card>
      {open && (
        <MeasurementUploadDialog
          subject={subject}
          file={open.file}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

interface PortfolioDays {
  readonly desk: Desk;
  readonly days: Days;
}

function Downloads({ desk: { user, retailer }, days }: PortfolioDays) {
  return (
    <p>
      {t.download}:
      <FileLinks
        path={`user/${encodeURIComponent(user)}/consumption/`}
        query={{ retailer_id: retailer, ...days }}
      />
    </p>
  );
}

interface MeasuredProps extends PortfolioDays {
  readonly onUpload: () => void;
}

function Measured({ desk, days, onUpload }: MeasuredProps) {
  const minutes = minutesOf(days);
  const consumption = useConsumption(desk, days, minutes);
  return (
    <Loaded
      query={consumption}
      empty={
        <>
          {t.noConsumption}{' '}
          <Button class="plain" onClick={onUpload}>
            {desks.record}
          </Button>
        </>
      }
    >
      {(rows) => <Groups rows={rows} minutes={minutes} />}
    </Loaded>
  );
}

interface GroupsProps {
  readonly rows: readonly GroupPeriod[];
  readonly minutes: number;
}

/** Shows each group, or the sum of many. */
function Groups({ rows, minutes }: GroupsProps) {
  const groups = useMemo(() => perGroup(rows), [rows]);
  const names = [...groups.keys()];
  // What is measured without a group has an empty name.
  const named = useParameter('group');
  const group = names.find((name) => name === named);
  useUnknown('group', group === undefined ? named : undefined);
  const isSummed = group === undefined && names.length > MAX_LINES;
  const figure = useMemo(() => {
    const shown = [...groups].filter(([name]) => group === undefined || name === group);
    const lines = isSummed
      ? [
          [
            fill(t.sum, { count: formatNumber(names.length) }),
            sumOfGroups(shown.map(([, mw]) => mw)),
          ] as const,
        ]
      : shown;
    return powerFigure(
      lines.map(([name, mw], index) => ({
        label: name || t.noGroup,
        mw,
        color: COLORS[index % COLORS.length] ?? '--md',
        ...(index >= COLORS.length && { dash: SECOND_DASH }),
      })),
      { title: t.measured, zone: MADRID, minutes },
    );
  }, [groups, group, isSummed, minutes]);
  return (
    <>
      {names.length > 1 && (
        <div class="desk">
          <Picker
            label={t.group}
            value={group === undefined ? '' : String(names.indexOf(group))}
            onChange={(index) => changeQuery({ group: names[Number(index || -1)] })}
            options={[
              ['', t.allGroups],
              ...names.map((name, index) => [String(index), name || t.noGroup] as const),
            ]}
          />
        </div>
      )}
      <Chart isInAddress figure={figure} fileName="consumption.csv" />
      {isSummed && <p class="hint">{t.sumHint}</p>}
    </>
  );
}
