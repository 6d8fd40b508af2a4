import { useState } from 'preact/hooks';
import { formatNumber, formatPercent, percentOf } from '../i18n/format.ts';
import { SESSIONS } from '../prices/sessions.ts';
import { modelName } from '../strategies/model-name.ts';
import { ruleName } from '../strategies/rule-name.ts';
import type { Column, NumberColumn } from '../table/columns.ts';
import { Table } from '../table/table.tsx';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/page.tsx';
import type { Evaluation, ModelEvaluation, ModelObject } from './data.ts';
import { Executed } from './executed.tsx';
import { t as listed } from './list-texts.ts';
import { bestRule, comparisonText, RULE_MODEL, ruleOf } from './rules.ts';
import { t } from './texts.ts';
import { missingText } from './words.ts';

interface ModelTableProps {
  readonly models: readonly ModelObject[];
  readonly evaluation: Evaluation | undefined;
  /** Undefined or null: no model is decided for. */
  readonly decided: number | null | undefined;
  readonly chosen: number;
  readonly onChoose: (idmodel: number) => void;
}

type Recommended = NonNullable<Evaluation['recommended']>;
type Realised = NonNullable<Evaluated['realised']>;

interface ModelRow {
  readonly idmodel: number;
  /** Why it is the recommended one; undefined where it is not. */
  readonly recommended: Recommended['reason'] | undefined;
  readonly evaluated: ModelEvaluation | undefined;
}

interface RuleRow {
  readonly rule: ConstantRule['name'];
  /** Whether the rule saved most at realised prices. */
  readonly isBest: boolean;
  readonly evaluated: ConstantRule;
}

type Row = ModelRow | RuleRow;

/**
 * Shows cost, saving and purchases by session of the chosen model, the rule and the day-ahead model;
 * on request of all models, and below them of the constant rules.
 */
export function ModelTable(props: ModelTableProps) {
  const { models, evaluation, chosen, onChoose } = props;
  const [isOpen, setOpen] = useState(false);
  const all: Row[] = [
    ...models.map(({ idmodel }) => ({
      idmodel,
      recommended: reasonFor(idmodel, evaluation),
      evaluated: evaluation?.models.find((each) => each.idmodel === idmodel),
    })),
    ...ruleRows(evaluation),
  ];
  const main = all.filter(isMainOf(props));
  const rows = isOpen ? all : main;
  const comparison = evaluation && comparisonText(evaluation, chosen);
  const isRealised = rows.some(({ evaluated }) => evaluated?.realised);
  return (
    <div class="models">
      <Table
        caption={t.models}
        rows={rows}
        rowClass={(row) => ('idmodel' in row && row.idmodel === chosen ? 'chosen' : '')}
        columns={[
          {
            title: listed.model,
            cell: (row) =>
              'rule' in row ? (
                <RuleTitle row={row} />
              ) : (
                <ModelChoice row={row} isChosen={row.idmodel === chosen} onChoose={onChoose} />
              ),
          },
          ...expectedColumns(),
          ...SESSIONS.map(boughtColumn),
          ...(isRealised ? realisedColumns() : []),
        ]}
      />
      {main.length < all.length && (
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t.fewerModels : t.allModels}
        </Button>
      )}
      {comparison && <p>{comparison}</p>}
      <ColumnTexts isRealised={isRealised} hasRules={comparison !== undefined} />
    </div>
  );
}

type ConstantRule = Evaluation['constant_rules'][number];
type Evaluated = ModelEvaluation | ConstantRule;

/**
 * Returns whether a row is shown at first: the chosen model, the decided or else the recommended
 * one, the rule and the day-ahead model.
 */
function isMainOf({ models, evaluation, decided, chosen }: ModelTableProps): (row: Row) => boolean {
  const main = [chosen, decided ?? evaluation?.recommended?.idmodel, RULE_MODEL, 1];
  const rule = models.some(({ idmodel }) => idmodel === RULE_MODEL)
    ? undefined
    : ruleOf(evaluation)?.name;
  return (row) => ('rule' in row ? row.rule === rule : main.includes(row.idmodel));
}

function reasonFor(idmodel: number, evaluation: Evaluation | undefined): ModelRow['recommended'] {
  const recommended = evaluation?.recommended;
  return recommended?.idmodel === idmodel ? recommended.reason : undefined;
}

function ruleRows(evaluation: Evaluation | undefined): RuleRow[] {
  const best = bestRule(evaluation);
  return (evaluation?.constant_rules ?? []).map((rule) => ({
    rule: rule.name,
    isBest: rule === best && rule.realised !== null,
    evaluated: rule,
  }));
}

function RuleTitle({ row: { rule, isBest } }: { readonly row: RuleRow }) {
  return (
    <span class="rule">
      {ruleName(rule)} {isBest && <small class="good">{t.bestRule}</small>}
    </span>
  );
}

interface ModelChoiceProps {
  readonly row: ModelRow;
  readonly isChosen: boolean;
  readonly onChoose: (idmodel: number) => void;
}

function ModelChoice({ row, isChosen, onChoose }: ModelChoiceProps) {
  const { idmodel, evaluated, recommended } = row;
  return (
    <>
      <label>
        <input type="radio" name="model" checked={isChosen} onChange={() => onChoose(idmodel)} />{' '}
        {modelName(idmodel)}
      </label>
      {recommended && (
        <small class="good" title={t[recommended]}>
          {' '}
          {listed.recommended}
        </small>
      )}
      {evaluated && evaluated.missing.length > 0 && (
        <small class="warn"> {missingText(evaluated)}</small>
      )}
    </>
  );
}

/** What the models and rules are expected to cost and save. */
function expectedColumns(): Column<Row>[] {
  const savedPercent = (each: Evaluated) => ('idmodel' in each ? each.saved_percent : null);
  return [
    moneyColumn(listed.cost, (each) => each.expected_cost),
    modelColumn(t.perMwh, (each) => each.eur_per_mwh),
    {
      title: t.savedOfCost,
      isNumber: true,
      file: [
        moneyColumn(listed.saved, ({ saved }) => saved),
        { title: t.savedShare, number: ({ evaluated }) => evaluated && savedPercent(evaluated) },
      ],
      cell: ({ evaluated }) => evaluated && savedText(evaluated.saved, savedPercent(evaluated)),
    },
    modelColumn(listed.worst, (each) => each.worst_decile_cost),
  ];
}

/** What a model buys in a session. */
function boughtColumn(session: (typeof SESSIONS)[number]): Column<Row> {
  return {
    title: `${session} MWh`,
    number: ({ evaluated }) =>
      evaluated && 'idmodel' in evaluated ? evaluated.mwh[session] : undefined,
    decimals: 1,
  };
}

/** What it has cost and saved after delivery. */
function realisedColumns(): Column<Row>[] {
  return [
    {
      title: t.realised,
      isNumber: true,
      file: [
        moneyColumn(t.realised, ({ realised }) => realised?.cost),
        {
          title: t.restsOn,
          cell: ({ evaluated }) => <Executed worth={evaluated?.realised} />,
        },
      ],
      cell: ({ evaluated }) => (
        <>
          {formatNumber(evaluated?.realised?.cost, 2)}
          <Executed worth={evaluated?.realised} />
        </>
      ),
    },
    {
      title: t.realisedOfBest,
      isNumber: true,
      file: [
        moneyColumn(listed.realisedSaved, ({ realised }) => realised?.saved),
        { title: t.bestShare, number: ({ evaluated }) => bestShareOf(evaluated?.realised) },
      ],
      cell: ({ evaluated }) =>
        evaluated?.realised ? realisedText(evaluated.realised) : formatNumber(null),
    },
  ];
}

function moneyColumn(
  title: string,
  pick: (of: Evaluated) => string | null | undefined,
): NumberColumn<Row> {
  return { title, number: ({ evaluated }) => evaluated && pick(evaluated), decimals: 2 };
}

/** Money of models alone, not of constant rules. */
function modelColumn(
  title: string,
  pick: (of: ModelEvaluation) => string | null | undefined,
): NumberColumn<Row> {
  return moneyColumn(title, (of) => ('idmodel' in of ? pick(of) : undefined));
}

interface ColumnTextsProps {
  readonly isRealised: boolean;
  readonly hasRules: boolean;
}

/** Explains the columns. */
function ColumnTexts({ isRealised, hasRules }: ColumnTextsProps) {
  const columns: [string, string][] = [
    [listed.cost, t.costText],
    [t.savedOfCost, t.savedText],
    [listed.worst, t.worstText],
    [SESSIONS.map((session) => `${session} MWh`).join(', '), t.mwhText],
    ...(isRealised ? [[t.realised, t.realisedText] as [string, string]] : []),
    ...(hasRules ? [[t.constantRules, t.ruleText] as [string, string]] : []),
  ];
  return (
    <details>
      <summary>{t.columns}</summary>
      <Facts facts={columns} />
    </details>
  );
}

/** Shows a saving in EUR, with a percentage if there is one. */
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

/** Shows the saving, and its share of the best possible one. */
function realisedText(realised: Realised) {
  return savedText(realised.saved, bestShareOf(realised), 0);
}

function bestShareOf(realised: Realised | null | undefined): number | null {
  return realised && 'share_of_foresight' in realised
    ? percentOf(realised.share_of_foresight)
    : null;
}
