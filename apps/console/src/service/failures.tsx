import type { ComponentChildren } from 'preact';
import { Said } from '../errors/said.tsx';
import { linkTo } from '../state/router.ts';
import { Table } from '../table/table.tsx';
import { sentences as deliveries } from '../webhooks/sentences.ts';
import type { Service } from './data.ts';
import { sourceName } from './source-name.ts';
import { t } from './texts.ts';

interface FailureRow {
  readonly who: ComponentChildren;
  readonly what: string;
  /** Null: only the last request of a source is known. */
  readonly count: number | null;
  readonly at: string | null;
  readonly error: string;
}

/** Lists what failed: purchases and messages by customer, and the sources whose last request failed. */
export function Failures({ failures }: Pick<Service, 'failures'>) {
  const rows = rowsOf(failures);
  if (rows.length === 0) return <p>{t.nothingFailed}</p>;
  return (
    <>
      <Table
        caption={t.failures}
        rows={rows}
        pageSize={20}
        columns={[
          { title: t.who, isText: true, cell: ({ who }) => who },
          { title: t.what, cell: ({ what }) => what },
          { title: t.number, number: ({ count }) => count },
          { title: t.newestFailure, time: ({ at }) => at },
          {
            title: t.reason,
            isText: true,
            cell: ({ error }) => <Said text={error} sentences={deliveries} />,
          },
        ]}
      />
      <p class="hint">{t.failuresHint}</p>
    </>
  );
}

function rowsOf({ customers, sources }: Service['failures']): FailureRow[] {
  const ofCustomers = customers.flatMap(({ customer, purchases, deliveries }) => {
    const who = <a href={linkTo(['customers'], { customer })}>{customer}</a>;
    const kinds = [
      [t.purchases, purchases],
      [t.deliveries, deliveries],
    ] as const;
    return kinds.flatMap(([what, failed]) => {
      if (!failed) return [];
      const { count, newest_at: at, newest_error: error } = failed;
      return [{ who, what, count, at, error }];
    });
  });
  const ofSources = sources.map(({ source, failed_at: at, error }) => {
    return { who: sourceName(source), what: t.fetches, count: null, at, error };
  });
  return [...ofCustomers, ...ofSources];
}
