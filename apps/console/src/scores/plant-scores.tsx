import { formatDate, formatNumber, percentOf } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import type { Plant } from '../plants/data.ts';
import type { NumberColumn } from '../table/columns.ts';
import { Table } from '../table/table.tsx';
import type { Days } from '../time/days.ts';
import { addDays, dayOf, MADRID } from '../time/zone.ts';
import { Details } from '../ui/details.tsx';
import { Card } from '../ui/page.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { type PlantScore, usePlantScore } from './data.ts';
import { t as shortfall } from './shortfall-texts.ts';
import { t } from './texts.ts';

const HOURS_OF_A_DAY = 24;

interface PlantScoresProps {
  readonly plant: Plant;
  readonly days: Days;
  readonly lead: string;
}

/** Shows how good the forecasts of the days were that are over. */
export function PlantScores({ plant, days, lead }: PlantScoresProps) {
  const past = pastOf(days, Date.now());
  const score = usePlantScore(plant.id, past, lead);
  if (!past)
    return (
      <Card wide title={t.scores}>
        <Empty>{t.noDay}</Empty>
      </Card>
    );
  const [from, to] = [past.from, past.to].map((day) => formatDate(`${day}T12:00Z`, 'UTC'));
  return (
    <Card wide title={fill(t.scoresOf, { from: from ?? '', to: to ?? '' })}>
      <Loaded query={score}>{(data) => <Figures score={data} />}</Loaded>
    </Card>
  );
}

/** Returns the days that are over in Madrid; undefined if there is none. */
export function pastOf({ from, to }: Days, now: number): Days | undefined {
  const yesterday = addDays(dayOf(now, MADRID), -1);
  const last = to < yesterday ? to : yesterday;
  return from <= last ? { from, to: last } : undefined;
}

/** Central bands of which it is counted how often they held, in %. */
const BANDS = ['50', '80', '90'] as const;

type Origin = PlantScore['origins'][number];

/** Returns a column of parts of 1, in percent. */
export function partColumn<T>(
  title: string,
  part: (row: T) => number | null | undefined,
  decimals = 2,
): NumberColumn<T> {
  return { title, number: (row) => percentOf(part(row)), decimals, isPercent: true };
}

function Figures({ score }: { readonly score: PlantScore }) {
  const { periods, left_out, origins } = score;
  const counts = {
    periods: formatNumber(periods),
    outage: formatNumber(left_out.outage),
    no_production: formatNumber(left_out.no_production),
    no_forecast: formatNumber(left_out.no_forecast),
    mwh: formatNumber(score.produced_mwh, 1),
  };
  return (
    <>
      {periods === 0 ? (
        <Empty>{t.nothing}</Empty>
      ) : (
        <Table
          caption={t.scores}
          rows={origins}
          columns={[
            { title: t.origin, cell: ({ origin }) => t[origin] },
            ...errorColumns(),
            partColumn(t.persistence, (each: Origin) => each.skill_persistence, 1),
            partColumn(t.climatology, (each: Origin) => each.skill_climatology, 1),
            partColumn(t.pinball, ({ pinball }: Origin) => pinball),
            ...BANDS.map((band) =>
              partColumn(fill(t.coverage, { band }), ({ coverage }: Origin) => coverage[band], 1),
            ),
            { title: shortfall.forecastMwh, number: (each) => each.forecast_mwh, decimals: 1 },
          ]}
        />
      )}
      <p>{fill(t.counts, counts)}</p>
      {periods > 0 && (
        <>
          <p class="hint">{t.ofNominal}</p>
          {origins.map((origin) => (
            <Parts key={origin.origin} origin={origin} />
          ))}
        </>
      )}
    </>
  );
}

interface Errors {
  readonly nmae: number | null;
  readonly nrmse: number | null;
  readonly bias: number | null;
}

function errorColumns(): NumberColumn<Errors>[] {
  return [
    partColumn('nMAE', ({ nmae }) => nmae),
    partColumn('nRMSE', ({ nrmse }) => nrmse),
    partColumn(t.bias, ({ bias }) => bias),
  ];
}

/** Shows the errors by lead hour and by hour of the day. */
function Parts({ origin }: { readonly origin: Origin }) {
  return (
    <>
      <Details title={`${t.byLead}: ${t[origin.origin]}`}>
        <Table
          caption={`${t.byLead}: ${t[origin.origin]}`}
          rows={origin.by_lead_hours}
          pageSize={HOURS_OF_A_DAY}
          columns={[
            { title: t.leadHours, number: ({ lead_hours }) => lead_hours },
            { title: t.periods, number: ({ periods }) => periods },
            ...errorColumns(),
          ]}
        />
      </Details>
      <Details title={`${t.byHour}: ${t[origin.origin]}`}>
        <Table
          caption={`${t.byHour}: ${t[origin.origin]}`}
          rows={origin.by_hour}
          pageSize={HOURS_OF_A_DAY}
          columns={[
            { title: t.hour, isNumber: true, cell: ({ hour }) => hourText(hour) },
            { title: t.periods, number: ({ periods }) => periods },
            ...errorColumns(),
          ]}
        />
      </Details>
    </>
  );
}

/** `07:00–08:00`. */
function hourText(hour: number): string {
  const clock = (value: number) => `${String(value).padStart(2, '0')}:00`;
  return `${clock(hour)}–${clock(hour + 1)}`;
}
