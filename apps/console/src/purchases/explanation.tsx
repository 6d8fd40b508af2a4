import { useState } from 'preact/hooks';
import { fill } from '../i18n/language.ts';
import { SESSIONS } from '../prices/sessions.ts';
import { modelName } from '../strategies/model-name.ts';
import { Table } from '../table/table.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { type TableRow, useExplanation } from './data.ts';
import { t } from './texts.ts';
import { limitText, tradeOf, tradesOf } from './words.ts';

interface ExplanationProps {
  readonly user: string;
  readonly id: string;
  readonly idmodel: number;
}

/** Explains the model's choice of sessions for each period; loaded on request. */
export function Explanation(props: ExplanationProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={fill(t.why, { model: modelName(props.idmodel) })}
      actions={
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t.hide : t.explain}
        </Button>
      }
    >
      <p class="hint">{t.whyHint}</p>
      {isOpen && <ExplanationTable {...props} />}
    </Card>
  );
}

function ExplanationTable({ user, id, idmodel }: ExplanationProps) {
  const explanation = useExplanation(user, id, idmodel);
  return (
    <Loaded query={explanation}>
      {(rows) => (
        <Table
          caption={fill(t.why, { model: modelName(idmodel) })}
          rows={rows}
          columns={[
            { title: t.periodEnd, time: ({ end_utc }) => end_utc },
            { title: 'MW', number: ({ mw }) => mw, decimals: 3 },
            {
              title: t.trades,
              cell: tradesOf,
              file: SESSIONS.map((session) => ({
                title: `${session} MW`,
                number: (row: TableRow) => tradeOf(row, session),
              })),
            },
            ...SESSIONS.filter((session) => session !== 'MD').map((session) => ({
              title: fill(t.spread, { session }),
              number: (row: TableRow) => row[`${session}_spread`],
              decimals: 2,
            })),
            { title: t.binds, cell: ({ binds = [] }) => binds.map(limitText).join(', ') || '–' },
            { title: 'EUR', number: ({ cost }) => cost, decimals: 2 },
            { title: t.nextChoice, cell: ({ next_choice }) => next_choice ?? '–' },
            { title: t.nextCost, number: (row) => row.next_choice_cost, decimals: 2 },
          ]}
        />
      )}
    </Loaded>
  );
}
