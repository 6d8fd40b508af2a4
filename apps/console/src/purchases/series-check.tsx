import { useMemo } from 'preact/hooks';
import { formatNumber } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { useFileCheck } from '../ui/file-check.ts';
import { CellProblems } from '../uploads/cell-problems.tsx';
import { checkFile, type FileForm, type SeriesReading } from './data.ts';
import { energyOf } from './figures.ts';
import { pastedFile } from './pasted-file.ts';
import { t } from './texts.ts';

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
    const problems = read.problems.map((problem) => ({ ...problem, line: problem.line - 1 }));
    return { ...read, problems };
  });
  const isValid = reading !== undefined && reading.problems.length === 0;
  return { file, reading, isBusy, isValid };
}

/** Shows the service's reading: the totals, or the bad cells. */
export function SeriesSummary({ check: { reading, isBusy } }: { readonly check: SeriesCheck }) {
  const series = reading?.series ?? [];
  const [first, last] = [series[0]?.datetime ?? '', series.at(-1)?.datetime ?? ''];
  const count = formatNumber(series.length);
  return (
    <div aria-live="polite" aria-busy={isBusy}>
      {series.length > 0 && (
        <p>{fill(t.found, { count, mwh: formatNumber(energyOf(series), 3), first, last })}</p>
      )}
      {reading && reading.problems.length > 0 && <CellProblems problems={reading.problems} />}
    </div>
  );
}
