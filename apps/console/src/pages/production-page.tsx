import { useState } from 'preact/hooks';
import { NextStep } from '../desk/next-step.tsx';
import { formatDate } from '../i18n/format.ts';
import type { Subject } from '../measurements/data.ts';
import { t } from '../measurements/texts.ts';
import { MeasurementUploadDialog } from '../measurements/upload.tsx';
import { MeasurementUploads } from '../measurements/uploads.tsx';
import { usePlants } from '../plants/data.ts';
import { PlantsTable } from '../scores/plants-table.tsx';
import { Portfolio } from '../scores/portfolio.tsx';
import { t as scores } from '../scores/texts.ts';
import type { Days } from '../time/days.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { DayFields, useDays } from '../ui/days.tsx';
import { FileLinks } from '../ui/download.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { PrintButton } from '../ui/printing.tsx';
import { Loaded } from '../ui/states.tsx';
import { FileDrop } from '../uploads/sheet-input.tsx';
import { uploads } from '../uploads/texts.ts';
import { UPLOADED } from '../uploads/upload-dialog.tsx';

const PRODUCTION: Subject = { kind: 'production' };
const MAX_DAYS = 31;

export function Page() {
  const plants = usePlants();
  const [open, setOpen] = useState<{ readonly file?: File }>();
  return (
    <PageFrame
      title={t.production}
      actions={
        <>
          <PrintButton />
          <Button
            class="primary"
            disabled={plants.data === undefined || plants.data.length === 0}
            onClick={() => setOpen({})}
          >
            {t.uploadProduction}
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
            <PlantsOfDays />
            <Portfolio plants={data} />
            <Card title={uploads.files}>
              <FileDrop accept={UPLOADED} onFile={(file) => setOpen({ file })} />
              <MeasurementUploads subject={PRODUCTION} />
            </Card>
            {open && (
              <MeasurementUploadDialog
                subject={PRODUCTION}
                plants={data.map(({ name }) => name)}
                file={open.file}
                onClose={() => setOpen(undefined)}
              />
            )}
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

/** All plants with yesterday, or the days that the address names. */
function PlantsOfDays() {
  const yesterday = addDays(dayOf(Date.now(), MADRID), -1);
  const days = useDays({ from: yesterday, to: yesterday }, MAX_DAYS);
  const { from, to } = days;
  const [first, last] = [from, to].map((day) => formatDate(`${day}T12:00Z`, 'UTC'));
  const range = from === to ? first : `${first} – ${last}`;
  const title = from === yesterday ? `${scores.yesterday}, ${range}` : `${range}`;
  return (
    <Card title={title}>
      <DayFields days={days} maxDays={MAX_DAYS} />
      <PlantsTable title={title} days={days} />
      <Downloads days={days} />
    </Card>
  );
}

function Downloads({ days }: { readonly days: Days }) {
  return (
    <p>
      {scores.download}:
      <FileLinks path="plants/scores" query={{ ...days }} formats={['csv', 'xlsx']} /> ·{' '}
      {t.download}:<FileLinks path="production/" query={{ ...days }} />
    </p>
  );
}
