import { useState } from 'preact/hooks';
import { errorText } from '../errors/error-text.ts';
import { fill } from '../i18n/language.ts';
import { useUnfinished } from '../state/unfinished.ts';
import { type Outage, reloadOutages } from '../unavailabilities/data.ts';
import { Impossible } from './change.ts';
import { runForEach } from './run.ts';
import { t } from './texts.ts';

/** What is to be done with many outages. */
export interface Job {
  readonly outages: readonly Outage[];
  readonly action: (outage: Outage) => Promise<unknown>;
  /** Puts back what the outage was; omitted: the job is an undoing itself. */
  readonly undo?: (outage: Outage) => Promise<unknown>;
  /** The report of `{count}` outages that were put back; omitted: they are as they were. */
  readonly undoneText?: string;
  /** The report of `{count}` outages. */
  readonly text: string;
  /** Those that an earlier try has done. */
  readonly before?: readonly Outage[];
}

/** What became of a job. */
export interface Report {
  readonly text: string;
  readonly failed: readonly {
    readonly outage: Outage;
    readonly reason: string;
    readonly error: unknown;
  }[];
  readonly undo?: Job | undefined;
  readonly retry?: Job | undefined;
}

interface Jobs {
  /** How far the job in progress is. */
  readonly progress: { readonly ended: number; readonly count: number } | undefined;
  readonly report: Report | undefined;
  readonly run: (job: Job) => Promise<void>;
}

/** Runs jobs one after the other, and reports what became of each outage. */
export function useJobs(): Jobs {
  const [progress, setProgress] = useState<Jobs['progress']>();
  const [report, setReport] = useState<Report>();
  useUnfinished(progress && fill(t.unfinished, { count: progress.count }));
  const run = async (job: Job) => {
    const count = job.outages.length;
    setReport(undefined);
    setProgress({ ended: 0, count });
    const outcome = await runForEach(job.outages, job.action, (ended) =>
      setProgress({ ended, count }),
    );
    reloadOutages();
    setProgress(undefined);
    const done = [...(job.before ?? []), ...outcome.done.map(({ item }) => item)];
    setReport(reportOf(job, done, outcome.failed));
  };
  return { progress, report, run };
}

function reportOf(
  job: Job,
  done: readonly Outage[],
  failures: readonly { readonly item: Outage; readonly error: unknown }[],
): Report {
  const { undo, text, undoneText = t.restored } = job;
  const failed = failures.map(({ item, error }) => ({
    outage: item,
    error,
    reason: error instanceof Impossible ? error.message : errorText(error),
  }));
  const isAny = failed.length > 0;
  return {
    text: [
      fill(text, { count: done.length }),
      ...(isAny ? [fill(t.failed, { count: failed.length })] : []),
    ].join(' '),
    failed,
    undo: undo && done.length > 0 ? { outages: done, action: undo, text: undoneText } : undefined,
    retry: isAny ? { ...job, outages: failures.map(({ item }) => item), before: done } : undefined,
  };
}
