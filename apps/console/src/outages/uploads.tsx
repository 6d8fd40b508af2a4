import { ApiError } from '../api/api-error.ts';
import { notify, notifyError } from '../ui/messages.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { uploads } from '../uploads/texts.ts';
import { UploadTable } from '../uploads/upload-table.tsx';
import { t } from './texts.ts';
import { deleteUpload, useUploads } from './upload-data.ts';

/** Lists the uploaded files, of one plant or of all, each with its undo. */
export function Uploads({ plantName }: { readonly plantName?: string | undefined }) {
  const query = useUploads();
  return (
    <Loaded query={query}>
      {(data) => {
        const recorded = data.filter(
          ({ plant_ids }) => plantName === undefined || plant_ids.includes(plantName),
        );
        return recorded.length === 0 ? (
          <Empty>{uploads.none}</Empty>
        ) : (
          <UploadTable
            listed={recorded}
            pathOf={(id) => `outages/uploads/${id}/file`}
            subject={{ title: common.plant, of: ({ plant_ids }) => plant_ids }}
            onTakeBack={({ id }) => void undoUpload(id)}
          />
        );
      }}
    </Loaded>
  );
}

/** Undoes an upload; if some of its rows were changed since, only after a confirmation. */
export async function undoUpload(id: string): Promise<void> {
  try {
    await deleteUpload(id);
    notify({ text: t.takenBack });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) return notifyError(error);
    if (!confirm(t.takeBackAnyway)) return;
    await deleteUpload(id, true).then(() => notify({ text: t.takenBack }), notifyError);
  }
}
