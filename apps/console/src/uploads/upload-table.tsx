import { actorName } from '../audit/actor.ts';
import { Table } from '../table/table.tsx';
import { Button } from '../ui/button.tsx';
import { FileLink } from '../ui/download.tsx';
import { common } from '../ui/texts.ts';
import { uploads } from './texts.ts';

/** A file that was uploaded. */
interface ListedUpload {
  readonly id: string;
  readonly file_name: string;
  readonly rows: number;
  readonly uploaded_at: string;
  readonly by: string;
}

interface UploadTableProps<U extends ListedUpload> {
  readonly listed: readonly U[];
  /** The path of a file below `/api/v0/`. */
  readonly pathOf: (id: string) => string;
  /** What a file is of: the title of the column, and the names. */
  readonly subject: { readonly title: string; readonly of: (upload: U) => readonly string[] };
  readonly onTakeBack: (upload: U) => void;
}

/** Names that a cell shows; a file may have a thousand plants. */
const MAX_NAMES = 5;

/** Lists uploaded files, each with a link to it and a button that takes it back. */
export function UploadTable<U extends ListedUpload>(props: UploadTableProps<U>) {
  const { listed, pathOf, subject, onTakeBack } = props;
  return (
    <Table
      caption={uploads.files}
      rows={listed}
      pageSize={10}
      columns={[
        {
          title: common.file,
          cell: ({ id, file_name }) => <FileLink path={pathOf(id)}>{file_name}</FileLink>,
        },
        { title: uploads.uploadedAt, time: ({ uploaded_at }) => uploaded_at },
        { title: uploads.by, cell: ({ by }) => actorName(by) },
        { title: uploads.rows, number: ({ rows }) => rows },
        { title: subject.title, isText: true, cell: (each) => namesOf(subject.of(each)) },
        {
          title: common.undo,
          cell: (each) => <Button onClick={() => onTakeBack(each)}>{uploads.takeBack}</Button>,
        },
      ]}
    />
  );
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown}, … (${names.length})` : shown;
}
