import { useState } from 'preact/hooks';
import { t } from '../outages/texts.ts';
import { type EnteredTime, readTime } from '../time/entered.ts';
import { clockOf, inputTime } from '../time/zone.ts';
import { onSubmit } from '../ui/fields.tsx';
import { notify } from '../ui/messages.tsx';
import { common } from '../ui/texts.ts';
import { type Outage, splitOutage } from './data.ts';
import { TimeField, timeProblem } from './time-field.tsx';

interface SplitFormProps {
  readonly outage: Outage;
  readonly zone: string;
  readonly run: (action: () => Promise<void>) => Promise<void>;
}

/** Divides an outage in two, at a time on the clock of its plant. */
export function SplitForm({ outage, zone, run }: SplitFormProps) {
  const [splitAt, setSplitAt] = useState<EnteredTime>({ text: '', pass: '' });
  const [problems, setProblems] = useState<string[]>([]);
  const [start, end] = [Date.parse(outage.start_time_utc), Date.parse(outage.end_time_utc)];
  const isInside = (at: number) => at > start && at < end;
  const split = async () => {
    const read = readTime(splitAt, zone, { isPossible: isInside });
    if ('problem' in read) return setProblems([timeProblem(read.problem)]);
    if (!isInside(read.at)) return setProblems([t.splitInside]);
    await run(async () => {
      await splitOutage(outage, read.at);
      notify({ text: common.saved });
    });
  };
  return (
    <form onSubmit={onSubmit(split)}>
      <h3>{t.split}</h3>
      <div class="fields">
        <TimeField
          label={t.splitAt}
          zone={zone}
          entered={splitAt}
          onEnter={setSplitAt}
          isPossible={isInside}
          problems={problems}
          {...(isSteady(start, end, zone) && {
            min: inputTime(start, zone),
            max: inputTime(end, zone),
          })}
        />
      </div>
      <button type="submit">{t.split}</button>
    </form>
  );
}

/** Whether the clock runs on between two instants; else it may show the later one as the earlier time. */
function isSteady(from: number, to: number, zone: string): boolean {
  return clockOf(to, zone) - clockOf(from, zone) === to - from;
}
