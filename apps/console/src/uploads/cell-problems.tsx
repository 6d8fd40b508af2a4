import { fieldName } from '../api/field-words.ts';
import { formatDate, formatTime } from '../i18n/format.ts';
import { fill, texts } from '../i18n/language.ts';
import { Table } from '../table/table.tsx';
import { Notice } from '../ui/states.tsx';
import type { FileReading } from './file-check.ts';
import { type CellProblem, reasonText } from './reasons.ts';

const t = texts({
  title: [
    '{count} {count|cell has|cells have} to be corrected. Nothing was recorded.',
    'Hay que corregir {count} {count|celda|celdas}. No se ha registrado nada.',
    'É preciso corrigir {count} {count|célula|células}. Nada foi registado.',
  ],
  line: ['Row', 'Fila', 'Linha'],
  column: ['Column', 'Columna', 'Coluna'],
  value: ['Value', 'Valor', 'Valor'],
  reason: ['Reason', 'Motivo', 'Motivo'],
  example: ['Example', 'Ejemplo', 'Exemplo'],
});

/** A parameter of the API, where it would decide: a page has a choice for it. */
const PARAMETER = /^\w+=/;

/** A column is named as in the file; one that is missing there, by its field. */
function columnName({ column, code }: CellProblem): string | null {
  return column !== null && code.endsWith('column_missing') ? fieldName(column) : column;
}

/** A date of a workbook, which has it as a number: nobody has written it so. */
const WORKBOOK_DATE = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d):\d\d)?$/;

/** Formats a date of a workbook for the reader; texts stay as they are in the file. */
function valueText(value: string | null): string | null {
  const [, day, clock] = WORKBOOK_DATE.exec(value ?? '') ?? [];
  if (day === undefined) return value;
  return clock === undefined ? formatDate(day, 'UTC') : formatTime(`${day}T${clock}Z`, 'UTC');
}

interface CellProblemsProps {
  readonly problems: readonly CellProblem[];
  readonly understood?: FileReading['understood'];
}

/** Lists the bad cells of a file, each with its reason and an example. */
export function CellProblems({ problems, understood }: CellProblemsProps) {
  const isWorkbook = understood?.format === 'xlsx';
  const title = fill(t.title, { count: problems.length });
  return (
    <>
      <Notice>{title}</Notice>
      <Table
        caption={title}
        rows={problems}
        pageSize={25}
        rowClass={() => 'faulty'}
        columns={[
          { title: t.line, isNumber: true, cell: ({ line }) => line },
          { title: t.column, cell: columnName },
          {
            title: t.value,
            cell: ({ value }) => <code>{isWorkbook ? valueText(value) : value}</code>,
          },
          { title: t.reason, isText: true, cell: reasonText },
          {
            title: t.example,
            cell: ({ example }) => example && !PARAMETER.test(example) && <code>{example}</code>,
          },
        ]}
      />
    </>
  );
}
