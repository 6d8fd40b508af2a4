import { formatMoment, formatRelative } from '../i18n/format.ts';
import { t as prices } from '../prices/texts.ts';
import { type Evaluation, type ListedPurchase, useEvaluation } from '../purchases/data.ts';

interface DecideByProps {
  readonly user: string;
  readonly purchase: ListedPurchase;
}

/** Shows the first gate that is still open for any of the models. */
export function DecideBy({ user, purchase }: DecideByProps) {
  const { data } = useEvaluation(user, purchase.id);
  if (!data) return null;
  const gate = firstGate(data);
  if (!gate) return <span class="muted">{prices.closed}</span>;
  const [session, at] = gate;
  return (
    <>
      {session} {formatMoment(at)} <small class="muted">({formatRelative(at)})</small>
    </>
  );
}

/** Returns the earliest gate with its session; undefined if all are closed. */
function firstGate({ place_by: placeBy }: Evaluation): [session: string, at: string] | undefined {
  return Object.entries(placeBy).toSorted(([, one], [, other]) => one.localeCompare(other))[0];
}
