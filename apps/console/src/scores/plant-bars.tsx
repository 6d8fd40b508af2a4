import { formatNumber } from '../i18n/format.ts';
import { linkTo } from '../state/router.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Breakable } from '../ui/breakable.tsx';
import { Card } from '../ui/page.tsx';
import { Loaded } from '../ui/states.tsx';
import { type ScoreSummary, useScores } from './data.ts';
import { forecastMwh } from './need.ts';
import './plant-bars.css';
import { t } from './shortfall-texts.ts';

const MAX_PLANTS = 8;
/** Size of a bar in units of its own, stretched to the room that it has; the forecast is the middle. */
const [WIDTH, HEIGHT, FORECAST_AT] = [200, 10, 100];

/** Draws what the largest plants produced yesterday as a part of what was forecast; nothing without a forecast. */
export function PlantBars() {
  const yesterday = addDays(dayOf(Date.now(), MADRID), -1);
  const days = { from: yesterday, to: yesterday };
  const scores = useScores(days);
  const shown = largest(scores.data ?? []);
  if (scores.data && shown.length === 0) return null;
  return (
    <Card title={t.againstForecast} actions={<a href={linkTo(['plants'])}>{t.plants}</a>}>
      <Loaded query={scores}>
        {() => (
          <>
            <ul class="plant-bars">
              {shown.map((plant) => (
                <li key={plant.id}>
                  <a href={linkTo(['plants', plant.id], days)}>
                    <Breakable name={plant.plant} />
                  </a>
                  <Bar plant={plant} />
                  <a class="number" href={linkTo(['plants', plant.id], days)}>
                    {formatNumber(plant.produced_mwh, 1)} / {formatNumber(forecastMwh(plant), 1)}
                  </a>
                </li>
              ))}
            </ul>
            <p class="hint">{t.barsHint}</p>
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** The plants with a forecast, the largest first. */
function largest(plants: readonly ScoreSummary[]): ScoreSummary[] {
  return plants
    .filter((plant) => forecastMwh(plant) !== null)
    .toSorted((one, other) => (forecastMwh(other) ?? 0) - (forecastMwh(one) ?? 0))
    .slice(0, MAX_PLANTS);
}

function Bar({ plant }: { readonly plant: ScoreSummary }) {
  const forecast = forecastMwh(plant) ?? 0;
  const produced = plant.produced_mwh ?? 0;
  const width = forecast > 0 ? Math.min((produced / forecast) * FORECAST_AT, WIDTH) : 0;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="room" width={WIDTH} height={HEIGHT} />
      <rect class={plant.technology_type} y="2" width={width} height={HEIGHT - 4} />
      <line x1={FORECAST_AT} x2={FORECAST_AT} y2={HEIGHT} />
    </svg>
  );
}
