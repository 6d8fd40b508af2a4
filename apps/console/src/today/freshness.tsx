import { BASE, send } from '../api/client.ts';
import { useQuery } from '../api/query.ts';
import { formatDay, formatRelative, formatTime } from '../i18n/format.ts';
import { pricesForbidden } from '../prices/forbidden.ts';
import { SessionName } from '../prices/session-name.tsx';
import { useScores } from '../scores/data.ts';
import { useMarkets } from '../service/data.ts';
import { linkTo } from '../state/router.ts';
import { Table } from '../table/table.tsx';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Loaded } from '../ui/states.tsx';
import { common } from '../ui/texts.ts';
import { t } from './texts.ts';

/** Shows the age of prices and of plant forecasts. */
export function Freshness() {
  const markets = useMarkets();
  const yesterday = addDays(dayOf(Date.now(), MADRID), -1);
  const { data: plants = [] } = useScores({ from: yesterday, to: yesterday });
  // Asking for forecasts that are not there would be an error of the page.
  const hasForecast = plants.some(
    ({ forecast: { delivered_at: at }, origins }) => at !== null || origins.length > 0,
  );
  const forecast = useQuery(hasForecast ? 'forecast-age' : undefined, forecastAge);
  return (
    <>
      <Loaded query={markets} forbidden={pricesForbidden()}>
        {(rows) => (
          <Table
            caption={t.freshness}
            rows={rows}
            columns={[
              {
                title: t.market,
                cell: ({ session }) => (
                  <a href={linkTo(['prices'])}>
                    <SessionName session={session} />
                  </a>
                ),
              },
              {
                title: t.prediction,
                file: [{ title: t.prediction, time: (each) => each.newest_prediction_at }],
                cell: ({ newest_prediction_at: at }) => (
                  <span title={formatTime(at)}>{formatRelative(at)}</span>
                ),
              },
              {
                title: t.realised,
                file: [
                  { title: t.realised, day: (each) => each.newest_realised_day },
                  { title: common.status, cell: (each) => each.late_by_seconds > 0 && t.late },
                ],
                cell: ({ newest_realised_day: day, late_by_seconds: late }) => (
                  <>
                    {day === null ? '–' : formatDay(`${day}T12:00Z`, 'UTC')}{' '}
                    {late > 0 && <span class="bad">{t.late}</span>}
                  </>
                ),
              },
            ]}
          />
        )}
      </Loaded>
      <p>
        <a href={linkTo(['forecasts'])}>{t.forecast}</a>: {formatRelative(forecast.data)}
      </p>
    </>
  );
}

/** Returns the time of the last change of a plant's forecast; null if there is none. */
async function forecastAge(): Promise<string | null> {
  const url = `${BASE}/api/v0/forecasts/normalized/?partial=true`;
  const response = await send(new Request(url, { method: 'HEAD' }));
  return response.ok ? response.headers.get('Last-Modified') : null;
}
