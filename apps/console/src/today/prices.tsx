import { useMemo } from 'preact/hooks';
import { SmallPicture } from '../chart/small-picture.tsx';
import { useGates, usePrediction, useRealised } from '../prices/data.ts';
import { t as prices } from '../prices/texts.ts';
import { linkTo } from '../state/router.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Card } from '../ui/page.tsx';
import { Empty, Failure, isForbidden, isNotFound, Loading } from '../ui/states.tsx';
import { pricesFigure } from './pictures.ts';
import { t } from './texts.ts';

/** Draws the day-ahead prices of today and tomorrow with their band and the gates. */
export function TodayPrices() {
  const today = dayOf(Date.now(), MADRID);
  const prediction = usePrediction('MD');
  const realised = useRealised('MD', { from: today, to: addDays(today, 1) });
  const { data: gates } = useGates();
  const figure = useMemo(
    () =>
      pricesFigure({
        predicted: prediction.data?.rows ?? [],
        realised: realised.data?.rows ?? [],
        gates: gates ?? [],
        today,
      }),
    [prediction.data, realised.data, gates, today],
  );
  // How fresh prices are is on the page too, and says what a key lacks.
  if (isForbidden(prediction.error)) return null;
  const failed = [prediction, realised].find(
    ({ data, error }) => data === undefined && error !== undefined && !isNotFound(error),
  );
  return (
    <Card title={t.prices} actions={<a href={linkTo(['prices'])}>{prices.title}</a>}>
      {failed && <Failure error={failed.error} onRetry={failed.reload} />}
      {figure.starts.length > 0 && <SmallPicture figure={figure} />}
      {figure.starts.length === 0 &&
        !failed &&
        (prediction.isLoading ? <Loading /> : <Empty>{prices.noPredictions}</Empty>)}
    </Card>
  );
}
