import { formatNumber, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { linkTo } from '../state/router.ts';
import { modelName } from '../strategies/model-name.ts';
import { Table } from '../table/table.tsx';
import { common } from '../ui/texts.ts';
import type { ListedPurchase } from './data.ts';
import { t } from './list-texts.ts';
import { displayedModel, isWithdrawnLate } from './listed.ts';
import { bestRule, ruleFigure } from './rules.ts';
import { deliveryText } from './words.ts';
import './purchases.css';

interface PurchaseTableProps {
  readonly user: string;
  readonly purchases: readonly ListedPurchase[];
}

/** Shows purchases as rows, each a link to its page, with their costs and savings. */
export function PurchaseTable({ user, purchases }: PurchaseTableProps) {
  const isRealised = purchases.some((each) => displayedModel(each)?.realised);
  const hasRules = purchases.some(({ evaluation }) => bestRule(evaluation));
  const figure = (title: string, pick: (model: Model) => Figure, decimals = 2) => ({
    title,
    number: (purchase: ListedPurchase) => {
      const model = displayedModel(purchase);
      return model && pick(model);
    },
    decimals,
  });
  return (
    <div class="purchases">
      <Table
        caption={t.title}
        rows={purchases}
        hasOwnFile
        pageSize={50}
        columns={[
          { title: t.created, cell: (purchase) => <Submitted user={user} purchase={purchase} /> },
          { title: common.retailer, cell: ({ retailer_id }) => retailer_id },
          { title: t.delivery, cell: ({ evaluation }) => deliveryText(evaluation) },
          figure('MWh', ({ mwh }) => mwh, 1),
          figure(t.cost, ({ expected_cost: cost }) => cost),
          figure(t.saved, ({ saved }) => saved),
          ...(isRealised ? [figure(t.realisedSaved, ({ realised }) => realised?.saved)] : []),
          ...(hasRules
            ? [
                {
                  title: t.constantRule,
                  isNumber: true,
                  cell: ({ evaluation }: ListedPurchase) => <RuleSaving evaluation={evaluation} />,
                },
              ]
            : []),
          { title: common.status, cell: ({ status }) => <Status status={status} /> },
          { title: t.decision, cell: (purchase) => <Decided purchase={purchase} /> },
        ]}
      />
    </div>
  );
}

type Evaluation = ListedPurchase['evaluation'];

/** Shows the saving of the best constant rule, beside the model that the row shows. */
function RuleSaving({ evaluation }: { readonly evaluation: Evaluation }) {
  const figure = ruleFigure(evaluation);
  if (!figure) return <>{formatNumber(null)}</>;
  return (
    <>
      {figure.saved} <small class="muted rule">{figure.of}</small>
    </>
  );
}

type Model = NonNullable<ReturnType<typeof displayedModel>>;
type Figure = string | number | null | undefined;

interface SubmittedProps {
  readonly user: string;
  readonly purchase: ListedPurchase;
}

/** Shows when a purchase was submitted, as a link to its page. */
export function Submitted({ user, purchase: { id, created_at: at } }: SubmittedProps) {
  return (
    <a class="one-line" href={linkTo(['purchases', user, id])}>
      {formatTime(at)}
    </a>
  );
}

/** Shows the model decided for, and which one counts where a decision came too late; else the model of the figures. */
export function Decided({ purchase }: { readonly purchase: ListedPurchase }) {
  const { decision, status, evaluation } = purchase;
  const counted = evaluation?.counted_idmodel ?? null;
  const sessions = decision?.too_late?.join(', ');
  if (counted !== null && (sessions || isWithdrawnLate(purchase)))
    return (
      <>
        {modelName(counted)} <small class="good">{t.itCounts}</small>
        {' · '}
        <small class="warn">
          {decision?.idmodel != null && sessions
            ? `${modelName(decision.idmodel)} ${fill(t.tooLate, { sessions })}`
            : t.withdrawnLate}
        </small>
      </>
    );
  if (decision?.idmodel != null)
    return (
      <>
        {modelName(decision.idmodel)}
        {sessions && <small class="warn"> {fill(t.tooLate, { sessions })}</small>}
      </>
    );
  if (status !== 'completed') return null;
  const shown = displayedModel(purchase);
  return (
    <>
      <span class="warn">{t.waiting}</span>
      {shown && <small class="muted"> {fill(t.shownModel, { idmodel: shown.idmodel })}</small>}
    </>
  );
}

export function Status({ status }: { readonly status: ListedPurchase['status'] }) {
  const colors = { failed: 'bad', completed: 'good', pending: 'muted', in_progress: 'warn' };
  return <span class={`badge ${colors[status]}`}>{t[status]}</span>;
}
