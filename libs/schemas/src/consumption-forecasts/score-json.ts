import { BANDS, type ConsumptionScore } from '@solano/domain/forecasting';

/** The scores of forecasts of consumption, without what they are of. */
export function consumptionScoreJson(score: ConsumptionScore): object {
  return {
    periods: score.periods,
    left_out: {
      no_consumption: score.leftOut.noConsumption,
      no_forecast: score.leftOut.noForecast,
    },
    measured_mwh: thousandths(score.measuredMwh),
    forecast_mwh: thousandths(score.forecastMwh),
    nmae: score.nmae,
    nrmse: score.nrmse,
    bias: score.bias,
    skill_persistence: score.skillPersistence,
    skill_climatology: score.skillClimatology,
    skill_week_before: score.skillWeekBefore,
    error_by_week_before: score.errorByWeekBefore,
    pinball: score.pinball,
    coverage: Object.fromEntries(BANDS.map((width, i) => [width, score.coverage[i] ?? null])),
    by_lead_hours: score.byLeadHours.map(({ leadHours, ...figures }) => {
      return { lead_hours: leadHours, ...figures };
    }),
    by_hour: score.byHour,
  };
}

/** MWh rounded to three decimals. */
function thousandths(mwh: number): number {
  return Math.round(mwh * 1_000) / 1_000;
}
