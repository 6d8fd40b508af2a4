import type { Schemas } from '../api/client.ts';
import type { Deviation, DeviationRow } from '../deviation/data.ts';
import type { MeasurementUpload } from '../measurements/data.ts';
import type { ScoreSummary } from '../scores/data.ts';

const AT = '2026-11-20T10:00:00.000Z';

export function plant(fields: Partial<Schemas['Plant']> = {}): Schemas['Plant'] {
  return {
    id: 'p1',
    name: 'Muxia',
    lat: '43.10000',
    lon: '-9.20000',
    installed_capacity_mw: '50.000',
    nominal_capacity_mw: '48.500',
    area: 'ES',
    technology_type: 'wind',
    last_training_cnn_at: AT,
    last_training_trees_at: AT,
    agrupation: '',
    customer_display_name: '',
    timezone: 'Europe/Madrid',
    created_at: AT,
    updated_at: AT,
    ...fields,
  };
}

export function outage(fields: Partial<Schemas['Unavailability']> = {}): Schemas['Unavailability'] {
  return {
    id: 'o1',
    plant_id: 'Muxia',
    start_time_utc: '2026-11-24T08:00:00.000Z',
    end_time_utc: '2026-11-24T12:00:00.000Z',
    available_power_mw: 12.5,
    availability_type: 'UNAVAILABILITY',
    observations: '',
    source_unit: null,
    source_value: null,
    timezone_source: null,
    created_at: AT,
    updated_at: AT,
    ...fields,
  };
}

export function problem(fields: Partial<Schemas['FileProblem']> = {}): Schemas['FileProblem'] {
  return {
    line: 2,
    column: 'purchase',
    value: '1.250',
    code: 'ambiguous_number',
    params: { grouped: '1250', decimal: '1.25' },
    reason: 'could be 1250 or 1.25',
    example: '1.5',
    ...fields,
  };
}

/** What a series of two quarter hours delivers. */
export function seriesDelivery(
  fields: Partial<Schemas['SeriesDelivery']> = {},
): Schemas['SeriesDelivery'] {
  return {
    start_utc: '2026-11-24T19:00:00.000Z',
    end_utc: '2026-11-24T19:30:00.000Z',
    step_minutes: 15,
    missing_minutes: 0,
    mwh: '0.938',
    days: [{ date: '2026-11-24', periods: 2 }],
    ...fields,
  };
}

export function evaluated(
  fields: Partial<Schemas['EvaluatedModel']> = {},
): Schemas['EvaluatedModel'] {
  return {
    idmodel: 1,
    expected_cost: '1234.50',
    eur_per_mwh: '61.73',
    saved: '0.00',
    saved_percent: 0,
    worst_decile_cost: '1500.25',
    mwh: { MD: 20, MID1: 0 },
    missing: [],
    realised: null,
    ...fields,
  };
}

export function evaluation(
  fields: Partial<Schemas['PurchaseEvaluation']> = {},
): Schemas['PurchaseEvaluation'] {
  return {
    currency: 'EUR',
    reference_idmodel: 1,
    models: [evaluated()],
    constant_rules: [],
    best_constant_rule: null,
    inputs: { markets: [], history_days: 0, settings: null, software: '1.0.0', forecast: null },
    place_by: {},
    cancelled: [],
    rests_on: 'decision',
    executed: [],
    recommended: null,
    ...fields,
  };
}

export function listed(fields: Partial<Schemas['ListedPurchase']> = {}): Schemas['ListedPurchase'] {
  return {
    id: 'p7',
    status: 'completed',
    error: '',
    retailer_id: 'acme',
    rows_uploaded: 96,
    created_at: AT,
    updated_at: AT,
    decision: null,
    evaluation: null,
    ...fields,
  };
}

export function measurementUpload(fields: Partial<MeasurementUpload> = {}): MeasurementUpload {
  return {
    id: 'u1',
    series: ['Muxia'],
    file_name: 'marzo.csv',
    rows: 1234,
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-02T00:00:00.000Z',
    uploaded_at: AT,
    by: 'key desk',
    ...fields,
  };
}

export function scoreSummary(fields: Partial<ScoreSummary> = {}): ScoreSummary {
  return {
    id: 'p1',
    plant: 'Muxia',
    technology_type: 'wind',
    nominal_capacity_mw: '48.500',
    periods: 96,
    left_out: { outage: 0, no_production: 0, no_forecast: 0 },
    produced_mwh: 1234.56,
    forecast_mwh: 1300,
    origins: [delivered()],
    lost: [],
    production: { delivered_at: AT, until: AT, late_since: null },
    forecast: { delivered_at: AT, late_since: null },
    ...fields,
  };
}

/** The scores of delivered forecasts. */
export function delivered(
  fields: Partial<ScoreSummary['origins'][number]> = {},
): ScoreSummary['origins'][number] {
  return {
    origin: 'delivered',
    nmae: 0.08126,
    nrmse: 0.1,
    bias: -0.025,
    skill_persistence: 0.77,
    skill_climatology: null,
    periods: 96,
    pinball: null,
    coverage: { '50': null, '80': null, '90': null },
    forecast_mwh: 1300,
    ...fields,
  };
}

/** Prices of the day-ahead market, realised and predicted in time. */
export function market(fields: object = {}) {
  return {
    session: 'MD',
    market: 'md_pdbc_spain',
    newest_realised_day: '2026-11-23',
    newest_prediction_at: '2026-11-24T08:00:00.000Z',
    late_by_seconds: 0,
    source: 'entsoe',
    revision: 2,
    expected_at: '2026-11-24T12:00:00.000Z',
    missing_days: ['2026-11-20', '2026-11-21'],
    cancelled_days: [],
    held_days: [],
    ...fields,
  };
}

const SUMS = {
  bought_mwh: '300.000',
  measured_mwh: '310.500',
  short_mwh: '14.250',
  long_mwh: '3.750',
  market_cost: '18000.00',
  deviation_cost: '980.25',
  cost_over_day_ahead: '123.45',
};

/** A row of a deviation. */
export function deviationRow(fields: Partial<DeviationRow> = {}): DeviationRow {
  return { ...SUMS, ...fields };
}

export function deviation(fields: Partial<Deviation> = {}): Deviation {
  return {
    periods: 96,
    missing: [],
    undecided: [],
    sessions: [],
    not_bought: [],
    total: SUMS,
    causes: {
      volume_short: '150.00',
      volume_long: '-20.05',
      correction: '0.00',
      market_choice: '-6.50',
    },
    rows: [deviationRow({ day: '2026-11-23' })],
    ...fields,
  };
}

type Decision = NonNullable<Schemas['ListedPurchase']['decision']>;

export function decision(fields: Partial<Decision> = {}): Decision {
  return {
    idmodel: 3,
    note: '',
    decided_at: '2026-11-20T11:00:00.000Z',
    decided_by: 'key desk',
    ...fields,
  };
}

type Worth = NonNullable<Schemas['ListedPurchase']['evaluation']>;

/** What a listed purchase is worth by a model; null: not known. */
export function modelWorth(
  idmodel: number,
  saved: string | null,
  realised: string | null = null,
): Worth['models'][number] {
  return {
    idmodel,
    mwh: 10.25,
    expected_cost: saved === null ? null : '1000.10',
    saved,
    realised:
      realised === null ? null : { rests_on: 'decision', mwh: 1, cost: '990.00', saved: realised },
  };
}

/** What a listed purchase is worth. */
export function worth(fields: Partial<Worth> = {}): Worth {
  return {
    first_day: '2026-11-24',
    last_day: '2026-11-24',
    counted_idmodel: null,
    models: [modelWorth(1, '0.00'), modelWorth(3, '234.50')],
    constant_rules: [],
    best_constant_rule: null,
    ...fields,
  };
}
