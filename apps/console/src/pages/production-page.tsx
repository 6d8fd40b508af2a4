import { useState } from 'preact/hooks';
import type { Subject } from '../measurements/data.ts';
import { t } from '../measurements/texts.ts';
import { MeasurementUploadDialog } from '../measurements/upload.tsx';
import { MeasurementUploads } from '../measurements/uploads.tsx';
import { usePlants } from '../plants/data.ts';
import { Button } from '../ui/button.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { FileDrop } from '../ui/sheet-input.tsx';
import { Loaded } from '../ui/states.tsx';
import { uploads } from '../uploads/texts.ts';
import { UPLOADED } from '../uploads/upload-dialog.tsx';

const PRODUCTION: Subject = { kind: 'production' };

export function Page() {
  const plants = usePlants();
  const [open, setOpen] = useState<{ readonly file?: File }>();
  return (
    <PageFrame
      title={t.production}
      actions={
        <Button
          class="primary"
          disabled={plants.data === undefined || plants.data.length === 0}
          onClick={() => setOpen({})}
        >
          {t.uploadProduction}
        </Button>
      }
    >
      <Loaded query={plants} empty={t.noPlants}>
        {(data) => (
          <>
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
