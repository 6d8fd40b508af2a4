import { useState } from 'preact/hooks';
import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { More } from '../table/table.tsx';
import { Submit } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { onSubmit } from '../ui/fields.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { uploads } from '../uploads/texts.ts';
import { UploadTable } from '../uploads/upload-table.tsx';
import {
  filePath,
  type MeasurementUpload,
  type Subject,
  UPLOADS_OF_A_PAGE,
  useMeasurementUploads,
} from './data.ts';
import { t } from './texts.ts';
import { undoUpload } from './upload.tsx';

interface MeasurementUploadsProps {
  readonly subject: Subject;
  /** Lists the files of this plant alone. */
  readonly plantName?: string;
}

/** Lists the uploaded files, newest first; a file is taken back after a question. */
export function MeasurementUploads({ subject, plantName }: MeasurementUploadsProps) {
  const [limit, setLimit] = useState(UPLOADS_OF_A_PAGE);
  const [asked, setAsked] = useState<MeasurementUpload>();
  const query = useMeasurementUploads(subject, limit);
  const close = () => setAsked(undefined);
  return (
    <Loaded query={query}>
      {(data) => {
        const listed = data.filter(
          ({ series }) => plantName === undefined || series.includes(plantName),
        );
        return (
          <>
            {listed.length === 0 ? (
              <Empty>{uploads.none}</Empty>
            ) : (
              <UploadTable
                listed={listed}
                pathOf={(id) => filePath(subject, id)}
                subject={{
                  title: subject.kind === 'production' ? common.plant : t.group,
                  of: ({ series }) => series.map((name) => name || t.noGroup),
                }}
                onTakeBack={setAsked}
              />
            )}
            <More
              cursor={data.length < limit ? null : String(limit)}
              label={uploads.more}
              onMore={() => setLimit(limit + UPLOADS_OF_A_PAGE)}
            />
            {asked && <TakeBack subject={subject} upload={asked} onClose={close} />}
          </>
        );
      }}
    </Loaded>
  );
}

interface TakeBackProps {
  readonly subject: Subject;
  readonly upload: MeasurementUpload;
  readonly onClose: () => void;
}

function TakeBack({ subject, upload: { id, file_name: name, rows }, onClose }: TakeBackProps) {
  const run = async () => {
    if (await undoUpload(subject, id)) onClose();
  };
  return (
    <Dialog title={fill(t.takeBackTitle, { name })} onClose={onClose}>
      <form onSubmit={onSubmit(run)}>
        <p>{fill(t.takeBackText, { count: formatNumber(rows) })}</p>
        <Submit>{uploads.takeBack}</Submit>
      </form>
    </Dialog>
  );
}
