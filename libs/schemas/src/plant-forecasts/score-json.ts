import {
  BANDS,
  type OriginScore,
  type PeriodFigures,
  type Score,
} from '@solano/domain/forecasting';

/** The scores of a plant, without what names it. */
export function plantScoreJson(score: Score): object {
  return scoreJson(score, (origin) => ({
    ...originJson(origin),
    by_lead_hours: origin.byLeadHours.map(({ leadHours, ...figures }) => {
      return { lead_hours: leadHours, ...figuresJson(figures) };
    }),
    by_hour: origin.byHour.map(({ hour, ...figures }) => ({ hour, ...figuresJson(figures) })),
  }));
}

/** The same without the parts by lead and hour. */
export function plantScoreSummaryJson(score: Score): object {
  const delivered = score.origins.find(({ origin }) => origin === 'delivered');
  return {
    ...scoreJson(score, originJson),
    forecast_mwh: delivered ? thousandths(delivered.forecastMwh) : null,
  };
}

type NamedOrigin = Score['origins'][number];

function scoreJson(score: Score, toJson: (each: NamedOrigin) => object): object {
  const { periods, leftOut, producedMwh, origins, lost } = score;
  const { outage, noProduction, noForecast } = leftOut;
  return {
    periods,
    left_out: { outage, no_production: noProduction, no_forecast: noForecast },
    produced_mwh: producedMwh === null ? null : thousandths(producedMwh),
    origins: origins.map(toJson),
    lost: lost.map(({ unavailabilityId, mwh, eur, origin }) => {
      return { unavailability_id: unavailabilityId, mwh, eur, origin };
    }),
  };
}

function originJson({ origin, nmae, nrmse, bias, ...score }: NamedOrigin): object {
  return {
    origin,
    periods: score.periods,
    nmae,
    nrmse,
    bias,
    skill_persistence: score.skillPersistence,
    skill_climatology: score.skillClimatology,
    pinball: score.pinball,
    coverage: coverageJson(score),
    forecast_mwh: thousandths(score.forecastMwh),
  };
}

function coverageJson({ coverage }: Pick<OriginScore, 'coverage'>): object {
  return Object.fromEntries(BANDS.map((width, i) => [String(width), coverage[i] ?? null]));
}

function figuresJson({ periods, nmae, nrmse, bias }: PeriodFigures): object {
  return { periods, nmae, nrmse, bias };
}

/** MWh rounded to three decimals. */
function thousandths(mwh: number): number {
  return Math.round(mwh * 1_000) / 1_000;
}
