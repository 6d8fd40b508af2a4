import { ApiError } from '../api/api-error.ts';
import { formatTime } from '../i18n/format.ts';
import { Button } from '../ui/button.tsx';
import { FileLink } from '../ui/download.tsx';
import { notify, notifyError } from '../ui/messages.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { common } from '../ui/texts.ts';
import { t } from './texts.ts';
import { deleteUpload, type Upload, useUploads } from './upload-data.ts';

/** Lists the uploaded files, of one plant or of all, each with its undo. */
export function Uploads({ plantName }: { readonly plantName?: string | undefined }) {
  const uploads = useUploads();
  return (
    <Loaded query={uploads}>
      {(data) => {
        const recorded = data.filter(
          ({ plant_ids }) => plantName === undefined || plant_ids.includes(plantName),
        );
        return recorded.length === 0 ? (
          <Empty>{t.noFiles}</Empty>
        ) : (
          <UploadTable uploads={recorded} />
        );
      }}
    </Loaded>
  );
}

function UploadTable({ uploads }: { readonly uploads: readonly Upload[] }) {
  return (
    <Table
      caption={t.files}
      rows={uploads}
      pageSize={10}
      columns={[
        {
          title: common.file,
          cell: ({ id, file_name }) => (
            <FileLink path={`outages/uploads/${id}/file`}>{file_name}</FileLink>
          ),
        },
        { title: t.uploadedAt, cell: ({ uploaded_at }) => formatTime(uploaded_at) },
        { title: t.by, cell: ({ by }) => by },
        { title: t.rows, number: ({ rows }) => rows },
        { title: common.plant, cell: ({ plant_ids }) => plant_ids.join(', ') },
        {
          title: common.undo,
          cell: ({ id }) => <Button onClick={() => void undoUpload(id)}>{t.takeBack}</Button>,
        },
      ]}
    />
  );
}

/** Undoes an upload; if some of its rows were changed since, only after a confirmation. */
export async function undoUpload(id: string): Promise<void> {
  try {
    await deleteUpload(id);
    notify({ text: t.takenBack });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) return notifyError(error);
    if (!confirm(`${error.message}\n${t.takeBackAnyway}`)) return;
    await deleteUpload(id, true).then(() => notify({ text: t.takenBack }), notifyError);
  }
}
