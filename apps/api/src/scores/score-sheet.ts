import type { PlantScoreSummary } from '@solano/schemas';
import type { CellValue, Sheet } from '@solano/spreadsheet';
import type { z } from 'zod';

/** Scores of plants as a sheet, a row a plant. */
export function scoreSheet(rows: AsyncIterable<z.output<typeof PlantScoreSummary>>): Sheet {
  return {
    name: 'scores',
    columns: [
      { header: 'plant', type: 'text' },
      { header: 'technology_type', type: 'text' },
      { header: 'nominal_capacity_mw', type: 'number', decimals: 3 },
      { header: 'periods', type: 'number' },
      { header: 'left_out_outage', type: 'number' },
      { header: 'left_out_no_production', type: 'number' },
      { header: 'left_out_no_forecast', type: 'number' },
      { header: 'produced_mwh', type: 'number', decimals: 3 },
      { header: 'forecast_mwh', type: 'number', decimals: 3 },
      { header: 'nmae', type: 'number', decimals: 6 },
      { header: 'nrmse', type: 'number', decimals: 6 },
      { header: 'bias', type: 'number', decimals: 6 },
      { header: 'skill_persistence', type: 'number', decimals: 6 },
      { header: 'skill_climatology', type: 'number', decimals: 6 },
      { header: 'production_delivered_at', type: 'instant', width: 22 },
      { header: 'production_late_since', type: 'instant', width: 22 },
      { header: 'forecast_delivered_at', type: 'instant', width: 22 },
      { header: 'forecast_late_since', type: 'instant', width: 22 },
    ],
    rows: cellsOf(rows),
  };
}

async function* cellsOf(
  rows: AsyncIterable<z.output<typeof PlantScoreSummary>>,
): AsyncGenerator<readonly CellValue[]> {
  for await (const row of rows) {
    const { left_out: leftOut, origins, production, forecast } = row;
    const [origin] = origins;
    yield [
      row.plant,
      row.technology_type,
      row.nominal_capacity_mw,
      row.periods,
      leftOut.outage,
      leftOut.no_production,
      leftOut.no_forecast,
      row.produced_mwh,
      row.forecast_mwh,
      origin?.nmae ?? null,
      origin?.nrmse ?? null,
      origin?.bias ?? null,
      origin?.skill_persistence ?? null,
      origin?.skill_climatology ?? null,
      production.delivered_at,
      production.late_since,
      forecast.delivered_at,
      forecast.late_since,
    ];
  }
}
