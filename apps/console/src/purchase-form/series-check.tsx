import { useMemo } from 'preact/hooks';
import { fieldName } from '../api/field-words.ts';
import { formatDate, formatNumber, formatShort, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import {
  checkFile,
  type FileForm,
  type SeriesDelivery,
  type SeriesReading,
} from '../purchases/data.ts';
import { Button } from '../ui/button.tsx';
import { CellProblems } from '../uploads/cell-problems.tsx';
import { useFileCheck } from '../uploads/file-check.ts';
import type { CellProblem } from '../uploads/reasons.ts';
import { words } from './form-texts.ts';
import { pastedFile } from './pasted-file.ts';

const MINUTES_PER_HOUR = 60;

/** The series to submit: its file, and the service's reading of it. */
interface SeriesCheck {
  readonly file: File | undefined;
  readonly reading: SeriesReading | undefined;
  readonly isBusy: boolean;
  readonly isValid: boolean;
}

/** Has the service read a series that was pasted, or chosen as a file. */
export function useSeriesCheck(
  text: string,
  chosen: File | undefined,
  form: FileForm = {},
): SeriesCheck {
  const { file, hasOwnHeader } = useMemo(() => {
    if (chosen) return { file: chosen, hasOwnHeader: true };
    return text.trim() === '' ? { file: undefined, hasOwnHeader: true } : pastedFile(text);
  }, [text, chosen]);
  const { reading, isBusy } = useFileCheck(file, JSON.stringify(form), async (checked) => {
    const read = await checkFile(checked, form);
    if (hasOwnHeader) return read;
    return { ...read, problems: read.problems.map(asPasted) };
  });
  const isValid = reading !== undefined && reading.problems.length === 0;
  return { file, reading, isBusy, isValid };
}

/** The problem of cells that were sent with a header of our own: the user knows neither its line nor its names. */
function asPasted({ line, column, params, ...problem }: CellProblem): CellProblem {
  const { line: other } = params;
  return {
    ...problem,
    line: line - 1,
    column: column && fieldName(column),
    params: typeof other === 'number' ? { ...params, line: other - 1 } : params,
  };
}

/** Shows the service's reading: the totals, or the bad cells. */
export function SeriesSummary({ check: { reading, isBusy } }: { readonly check: SeriesCheck }) {
  const delivery = reading?.delivery;
  return (
    <div aria-live="polite" aria-busy={isBusy}>
      {delivery && (
        <p>
          {fill(words.found, {
            count: formatNumber(reading.series.length),
            minutes: delivery.step_minutes,
            mwh: formatNumber(delivery.mwh, 3),
            start: formatTime(delivery.start_utc),
            end: formatTime(delivery.end_utc),
          })}
        </p>
      )}
      {reading && reading.problems.length > 0 && <CellProblems {...reading} />}
    </div>
  );
}

interface SeriesDoubtsProps {
  readonly delivery: SeriesDelivery;
  /** Has the times read as starts of their periods; left out where the user has chosen. */
  readonly onStarts: (() => void) | undefined;
}

/** What a person would not have meant, although it can be submitted. */
export function SeriesDoubts({ delivery, onStarts }: SeriesDoubtsProps) {
  const { days, missing_minutes: missing, step_minutes: minutes } = delivery;
  const [first, second] = days;
  const isAlone = first?.periods === 1 && second !== undefined && second.periods > 1;
  return (
    <div aria-live="polite">
      {isAlone && onStarts && (
        <p class="notice">
          {fill(words.dayBefore, { day: formatDate(delivery.start_utc) })}{' '}
          <Button onClick={onStarts}>{words.areStarts}</Button>
        </p>
      )}
      {missing > 0 && (
        <p class="notice">
          {fill(words.gaps, { hours: formatShort(missing / MINUTES_PER_HOUR), minutes })}
        </p>
      )}
      {Date.parse(delivery.end_utc) <= Date.now() && <p class="notice">{words.delivered}</p>}
    </div>
  );
}
