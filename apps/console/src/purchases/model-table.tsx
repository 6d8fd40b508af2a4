import { formatNumber, formatPercent } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { SESSIONS } from '../prices/sessions.ts';
import { modelName } from '../strategies/model-name.ts';
import { Facts } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import type { Evaluation, ModelEvaluation, ModelObject } from './data.ts';
import { t } from './texts.ts';

interface ModelTableProps {
  readonly models: readonly ModelObject[];
  readonly evaluation: Evaluation | undefined;
  readonly chosen: number;
  readonly onChoose: (idmodel: number) => void;
}

type Realised = NonNullable<ModelEvaluation['realised']>;

interface Row {
  readonly idmodel: number;
  readonly evaluated: ModelEvaluation | undefined;
}

/** What each model costs and saves, and how much it buys where. */
export function ModelTable({ models, evaluation, chosen, onChoose }: ModelTableProps) {
  const rows = models.map(({ idmodel }) => ({
    idmodel,
    evaluated: evaluation?.models.find((each) => each.idmodel === idmodel),
  }));
  const isRealised = rows.some(({ evaluated }) => evaluated?.realised);
  const money = (title: string, pick: (model: ModelEvaluation) => string | null | undefined) => ({
    title,
    number: ({ evaluated }: Row) => evaluated && pick(evaluated),
    decimals: 2,
  });
  return (
    <div class="models">
      <Table
        caption={t.models}
        rows={rows}
        rowClass={({ idmodel }) => (idmodel === chosen ? 'chosen' : '')}
        columns={[
          {
            title: t.model,
            cell: (row) => (
              <ModelChoice row={row} isChosen={row.idmodel === chosen} onChoose={onChoose} />
            ),
          },
          money(t.cost, (each) => each.expected_cost),
          money(t.perMwh, (each) => each.eur_per_mwh),
          {
            title: t.saved,
            isNumber: true,
            cell: ({ evaluated: each }) => each && savedText(each.saved, each.saved_percent),
          },
          money(t.worst, (each) => each.worst_decile_cost),
          ...SESSIONS.map((session) => ({
            title: `${session} MWh`,
            number: ({ evaluated }: Row) => evaluated?.mwh[session],
            decimals: 1,
          })),
          ...(isRealised
            ? [
                money(t.realised, (each) => each.realised?.cost),
                {
                  title: t.realisedSaved,
                  isNumber: true,
                  cell: ({ evaluated }: Row) =>
                    evaluated?.realised ? realisedText(evaluated.realised) : formatNumber(null),
                },
              ]
            : []),
        ]}
      />
      <ColumnTexts isRealised={isRealised} />
    </div>
  );
}

interface ModelChoiceProps {
  readonly row: Row;
  readonly isChosen: boolean;
  readonly onChoose: (idmodel: number) => void;
}

function ModelChoice({ row: { idmodel, evaluated }, isChosen, onChoose }: ModelChoiceProps) {
  return (
    <>
      <label>
        <input type="radio" name="model" checked={isChosen} onChange={() => onChoose(idmodel)} />{' '}
        {modelName(idmodel)}
      </label>
      {evaluated && evaluated.missing.length > 0 && (
        <small class="warn"> {missingText(evaluated)}</small>
      )}
    </>
  );
}

/** What the columns say, in words. */
function ColumnTexts({ isRealised }: { readonly isRealised: boolean }) {
  const columns: [string, string][] = [
    [t.cost, t.costText],
    [t.saved, t.savedText],
    [t.worst, t.worstText],
    [SESSIONS.map((session) => `${session} MWh`).join(', '), t.mwhText],
    ...(isRealised ? [[t.realised, t.realisedText] as [string, string]] : []),
  ];
  return (
    <details>
      <summary>{t.columns}</summary>
      <Facts facts={columns} />
    </details>
  );
}

/** A saving in EUR, with a percentage, which may be on a line of its own, where there is one. */
function savedText(saved: string | null, percent: number | null, decimals?: number) {
  return (
    <>
      {formatNumber(saved, 2)}
      {percent !== null && (
        <>
          {' '}
          <span class="share">({formatPercent(percent, decimals)})</span>
        </>
      )}
    </>
  );
}

const SHOWN_LABELS = 2;

function missingText({ missing }: ModelEvaluation): string {
  const labels = missing.slice(0, SHOWN_LABELS).join(', ');
  return fill(t.missing, { labels: missing.length > SHOWN_LABELS ? `${labels}, …` : labels });
}

/** The saving, and how much of the best possible one it is. */
function realisedText({ saved, share_of_foresight: share }: Realised) {
  return savedText(saved, share === null ? null : share * 100, 0);
}
