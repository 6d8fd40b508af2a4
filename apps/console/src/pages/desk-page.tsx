import { DeskForm, useDesk, useHasNoParties } from '../desk/desk.tsx';
import { NextStep } from '../desk/next-step.tsx';
import { Gates } from '../prices/gates.tsx';
import { t as prices } from '../prices/texts.ts';
import { useScores } from '../scores/data.ts';
import { PlantBars } from '../scores/plant-bars.tsx';
import { t as scores } from '../scores/shortfall-texts.ts';
import { Shortfalls } from '../scores/shortfalls.tsx';
import { useNarrow } from '../state/narrow.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Freshness } from '../today/freshness.tsx';
import { MonthSaving } from '../today/month-saving.tsx';
import { TodayPrices } from '../today/prices.tsx';
import { DeskPurchases, DeskTomorrow } from '../today/purchases.tsx';
import { t } from '../today/texts.ts';
import { lazy } from '../ui/lazy.tsx';
import { Card, PageFrame } from '../ui/page.tsx';
import { Empty, Loading } from '../ui/states.tsx';
import { FailedDeliveries } from '../webhooks/failed.tsx';

/** Loaded apart, with the chart: the gates are to be seen first. */
const Yesterday = lazy(async () => (await import('../deviation/yesterday.tsx')).Yesterday);

export function Page() {
  const desk = useDesk();
  const isChosen = desk.user !== '' && desk.retailer !== '';
  const key = JSON.stringify(desk);
  const isNarrow = useNarrow();
  const toDo = (
    <>
      <Card title={prices.gates}>
        <Gates />
      </Card>
      {isChosen && <DeskPurchases key={key} desk={desk} />}
    </>
  );
  return (
    <PageFrame title={t.title}>
      <DeskChoice isChosen={isChosen} />
      {/* In one column what has to be done comes before the pictures. */}
      {isNarrow && toDo}
      <div class="cards">
        <div>
          <TodayPrices />
          {isChosen && <MonthSaving key={key} desk={desk} />}
        </div>
        <div>
          {isChosen && <DeskTomorrow key={key} desk={desk} />}
          <PlantBars />
        </div>
      </div>
      <div class="cards">
        <div>
          {!isNarrow && toDo}
          <Card title={t.freshness}>
            <Freshness />
          </Card>
        </div>
        <div>
          {isChosen && <Yesterday key={key} desk={desk} />}
          <Card title={scores.shortfalls}>
            <Shortfalls />
          </Card>
          <FailedDeliveries />
        </div>
      </div>
    </PageFrame>
  );
}

/** Asks for user and retailer, but nothing of a customer who has neither purchases nor consumption. */
function DeskChoice({ isChosen }: { readonly isChosen: boolean }) {
  const desk = useDesk();
  const isNamed = desk.user !== '' || desk.retailer !== '';
  const hasNothing = useHasNoParties();
  const yesterday = addDays(dayOf(Date.now(), MADRID), -1);
  const { data: plants = [], isLoading } = useScores({ from: yesterday, to: yesterday });
  const isUnknown = hasNothing === undefined || (hasNothing && isLoading);
  if (!isNamed && isUnknown) return <Loading />;
  // An owner of plants may never have any.
  if (!isNamed && hasNothing && plants.length > 0) return null;
  if (!isNamed && hasNothing)
    return (
      <Empty>
        {t.nobody} <NextStep page="purchases" /> · <NextStep page="consumption" />
      </Empty>
    );
  return (
    <>
      <DeskForm />
      {!isChosen && (
        <Empty>
          {t.choose} <NextStep page="purchases" />
        </Empty>
      )}
    </>
  );
}
