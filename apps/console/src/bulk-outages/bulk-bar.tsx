import { useRef, useState } from 'preact/hooks';
import { ServiceText } from '../errors/service-text.tsx';
import { fill } from '../i18n/language.ts';
import { t as outages } from '../outages/texts.ts';
import { type Plant, plantOf, zoneOf } from '../plants/data.ts';
import { useLostFocus } from '../state/lost-focus.ts';
import { Table } from '../table/table.tsx';
import { Button } from '../ui/button.tsx';
import { common } from '../ui/texts.ts';
import {
  bodyOf,
  type Outage,
  patchOutage,
  postOutage,
  removeOutage,
} from '../unavailabilities/data.ts';
import { BulkForm } from './bulk-form.tsx';
import { type Change, changed } from './change.ts';
import { t } from './texts.ts';
import { type Job, type Report, useJobs } from './use-jobs.ts';

interface BulkBarProps {
  readonly selected: readonly Outage[];
  /** Outages that can be selected. */
  readonly total: number;
  readonly plants: readonly Plant[];
}

/** Changes or deletes the selected outages, says of each that failed why, and undoes it. */
export function BulkBar({ selected, total, plants }: BulkBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { progress, report, run } = useJobs();
  const status = useRef<HTMLDivElement>(null);
  useLostFocus(progress ? 'working' : report, status, 'button', 'p');
  const isIdle = selected.length === 0 || progress !== undefined;
  const change = (entered: Change) => {
    const now = Date.now();
    setOpen(false);
    return run({
      outages: selected,
      action: async (outage) =>
        patchOutage(outage.id, changed(outage, entered, now, plantOf(plants, outage.plant_id))),
      undo: (outage) => patchOutage(outage.id, bodyOf(outage)),
      text: t.changed,
    });
  };
  const remove = () =>
    run({
      outages: selected,
      action: ({ id }) => removeOutage(id),
      undo: (outage) => postOutage(bodyOf(outage)),
      text: t.deleted,
      undoneText: t.recreated,
    });
  return (
    <>
      {total > 0 && (
        <p class="actions">
          <span>{fill(t.selected, { count: selected.length, total })}</span>
          <Button disabled={isIdle} onClick={() => setOpen(true)}>
            {t.change}
          </Button>
          <Button class="danger" disabled={isIdle} onClick={() => void remove()}>
            {t.delete}
          </Button>
          <span class="hint">{t.selectHint}</span>
        </p>
      )}
      <div role="status" ref={status}>
        {progress && (
          <p tabIndex={-1}>
            <progress value={progress.ended} max={progress.count} aria-label={t.change} />{' '}
            {fill(t.working, progress)}
          </p>
        )}
        {report && <Reported report={report} plants={plants} onRun={(job) => void run(job)} />}
      </div>
      {isOpen && (
        <BulkForm count={selected.length} onChange={change} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface ReportedProps {
  readonly report: Report;
  readonly plants: readonly Plant[];
  readonly onRun: (job: Job) => void;
}

/** Says what was done, and for which rows it failed. */
function Reported({ report: { text, failed, undo, retry }, plants, onRun }: ReportedProps) {
  return (
    <>
      <p tabIndex={-1} class={failed.length > 0 ? 'warn' : ''}>
        {text} {undo && <Button onClick={() => onRun(undo)}>{common.undo}</Button>}{' '}
        {retry && <Button onClick={() => onRun(retry)}>{common.retry}</Button>}
      </p>
      {failed.length > 0 && (
        <Table
          caption={fill(t.failed, { count: failed.length })}
          rows={failed}
          pageSize={10}
          columns={[
            { title: common.plant, cell: ({ outage }) => outage.plant_id },
            {
              title: outages.start,
              time: ({ outage }) => outage.start_time_utc,
              zone: ({ outage }) => zoneOf(plants, outage.plant_id),
            },
            {
              title: t.reason,
              isText: true,
              cell: ({ reason, error }) => (
                <>
                  {reason} <ServiceText error={error} />
                </>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
