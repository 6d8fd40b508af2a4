import type { OriginScore, PeriodFigures, Score } from '@solano/domain/forecasting';

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
  const { delivered } = score;
  return {
    ...scoreJson(score, originJson),
    forecast_mwh: delivered ? thousandths(delivered.forecastMwh) : null,
  };
}

function scoreJson(score: Score, origin: (each: OriginScore) => object): object {
  const { periods, leftOut, producedMwh, delivered } = score;
  const { outage, noProduction, noForecast } = leftOut;
  return {
    periods,
    left_out: { outage, no_production: noProduction, no_forecast: noForecast },
    produced_mwh: thousandths(producedMwh),
    origins: delivered ? [origin(delivered)] : [],
    lost: null,
  };
}

function originJson({ nmae, nrmse, bias, ...origin }: OriginScore): object {
  return {
    origin: 'delivered',
    nmae,
    nrmse,
    bias,
    skill_persistence: origin.skillPersistence,
    skill_climatology: origin.skillClimatology,
    pinball: null,
    coverage: { 50: null, 80: null, 90: null },
    forecast_mwh: thousandths(origin.forecastMwh),
  };
}

function figuresJson({ periods, nmae, nrmse, bias }: PeriodFigures): object {
  return { periods, nmae, nrmse, bias };
}

/** MWh rounded to three decimals. */
function thousandths(mwh: number): number {
  return Math.round(mwh * 1_000) / 1_000;
}
