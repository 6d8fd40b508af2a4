import { useEffect, useState } from 'preact/hooks';
import { formatNumber, formatTime } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { Bids } from '../plan/bids.tsx';
import { t as plan } from '../plan/texts.ts';
import type { ModelObject, Purchase, Status as PurchaseStatus } from '../purchases/data.ts';
import { useEvaluation, useListed, usePurchase, useSeries } from '../purchases/data.ts';
import { Decide } from '../purchases/decide.tsx';
import { Explorer } from '../purchases/explorer.tsx';
import { t as list } from '../purchases/list-texts.ts';
import { displayedModel } from '../purchases/listed.ts';
import { ModelTable } from '../purchases/model-table.tsx';
import { History, PlaceBy, Provenance } from '../purchases/provenance.tsx';
import { Status } from '../purchases/purchase-table.tsx';
import { t } from '../purchases/texts.ts';
import { deliveryText, errorText } from '../purchases/words.ts';
import { useChoice } from '../state/choice.ts';
import { linkTo } from '../state/router.ts';
import { lazy } from '../ui/lazy.tsx';
import { Card, Figures, PageFrame } from '../ui/page.tsx';
import { PrintButton } from '../ui/printing.tsx';
import { Empty, isNotFound, Loaded, Loading } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';

/** Loaded where a purchase has one. */
const Plan = lazy(async () => (await import('../plan/plan.tsx')).Plan);
/** Loaded when somebody asks for it. */
const Explanation = lazy(async () => (await import('../purchases/explanation.tsx')).Explanation);

interface PurchasePageProps {
  readonly user: string;
  readonly id: string;
}

/** A purchase: its models compared, their MW by session, the decision. */
export function PurchasePage({ user, id }: PurchasePageProps) {
  const [isSettled, setSettled] = useState(false);
  const purchase = usePurchase(user, id, isSettled);
  // Requested together with the purchase: its parts show it.
  useSeries(user, id);
  const status = purchase.data?.status;
  useEffect(() => setSettled(status === 'completed' || status === 'failed'), [status]);
  if (isNotFound(purchase.error))
    return (
      <PageFrame title={t.unknown}>
        <a href={linkTo(['purchases'], { user })}>{list.title}</a>
      </PageFrame>
    );
  const time = formatTime(purchase.data?.created_at);
  return (
    <PageFrame
      title={fill(t.purchase, { time })}
      actions={
        <>
          <a href={linkTo(['purchases'], { user })}>{list.title}</a>
          <PrintButton />
        </>
      }
    >
      <Loaded query={purchase}>
        {({ status: state, error, strategy_output: output, ...read }) => (
          <>
            <p role="status">
              <Status status={state} />{' '}
              {isWaiting(state) && (
                <>
                  {t.computing} <progress aria-label={t.computing} />
                </>
              )}
              {error !== '' && (
                <span class={state === 'failed' ? 'bad' : 'warn'}> {errorText(error)}</span>
              )}
            </p>
            {purchase.data && <PurchaseFigures user={user} purchase={purchase.data} />}
            {Array.isArray(output) && output.length > 0 ? (
              <Outputs
                user={user}
                id={id}
                status={state}
                models={output}
                purchase={{ ...read, status: state }}
              />
            ) : (
              !isWaiting(state) && <Empty>{t.noOutputs}</Empty>
            )}
            <Card title={t.history}>
              <History user={user} id={id} status={state} />
            </Card>
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

interface PurchaseFiguresProps {
  readonly user: string;
  readonly purchase: Purchase;
}

/** Shows the user, the days of delivery and the energy. */
function PurchaseFigures({ user, purchase }: PurchaseFiguresProps) {
  const { data, isLoading } = useListed(user, purchase);
  if (isLoading) return <Loading />;
  const facts: [string, string][] = [
    [common.user, user],
    [common.retailer, data?.retailer_id ?? '–'],
    [list.delivery, deliveryText(data?.evaluation)],
    ['MWh', formatNumber(data && displayedModel(data)?.mwh, 3)],
    [t.items, formatNumber(data?.rows_uploaded)],
  ];
  return <Figures facts={facts} />;
}

function isWaiting(status: PurchaseStatus): boolean {
  return status === 'pending' || status === 'in_progress';
}

/** The model whose decision has a plan, where it counts. */
const BIDS_MODEL = 7;

function modelKey({ idmodel }: ModelObject): string {
  return String(idmodel);
}

/** No model is proposed for its expected saving: without a recommendation it is the day-ahead one. */
function usualModel(models: readonly ModelObject[]): number {
  return models.find(({ idmodel }) => idmodel === 1)?.idmodel ?? models[0]?.idmodel ?? 1;
}

interface OutputsProps extends PurchasePageProps {
  readonly purchase: Pick<Purchase, 'id' | 'created_at' | 'status'>;
  readonly status: PurchaseStatus;
  readonly models: readonly ModelObject[];
}

function Outputs({ user, id, status, models, purchase }: OutputsProps) {
  const evaluation = useEvaluation(user, id);
  const { data: listed, isLoading } = useListed(user, purchase);
  const [chosen, setChosen] = useChoice('idmodel', models.map(modelKey), '');
  if (isLoading || evaluation.isLoading) return <Loading />;
  const counted = listed?.evaluation?.counted_idmodel;
  const decided = counted ?? listed?.decision?.idmodel;
  const usual = decided ?? evaluation.data?.recommended?.idmodel ?? usualModel(models);
  const idmodel = chosen === '' ? usual : Number(chosen);
  return (
    <>
      <Card title={t.models}>
        <ModelTable
          models={models}
          evaluation={evaluation.data}
          decided={decided}
          chosen={idmodel}
          onChoose={(next) => setChosen(String(next))}
        />
        <Bids user={user} id={id} models={models} />
        {evaluation.data && <PlaceBy evaluation={evaluation.data} />}
        <Decide
          user={user}
          id={id}
          status={status}
          idmodel={idmodel}
          evaluation={evaluation.data}
        />
      </Card>
      {counted === BIDS_MODEL && (
        <Card title={plan.plan}>
          <Plan user={user} id={id} />
        </Card>
      )}
      <Card>
        <Explorer user={user} id={id} models={models} idmodel={idmodel} />
      </Card>
      <Explanation user={user} id={id} idmodel={idmodel} />
      {evaluation.data && (
        <Card title={t.provenance}>
          <Provenance evaluation={evaluation.data} />
        </Card>
      )}
    </>
  );
}
