import { allRows, type BinEdges, binRows, type Column, findEdges } from './bins.ts';
import { type Boosted, type BoostingSettings, boost, predictBoosted } from './boosting.ts';
import { applyCalibration, calibrate } from './calibration.ts';
import { type Quantiles, rearrange } from './levels.ts';
import { type Network, type NetworkSettings, predictNetwork, trainNetwork } from './network.ts';

/** Two learners of the same rows: their errors differ, and their mean has less of them. */
interface Member {
  readonly boosted: Boosted;
  readonly network: Network;
}

export interface EnsembleSettings {
  readonly boosting: BoostingSettings;
  readonly network: NetworkSettings;
}

/** Learners that each left out another part of the past; their mean is the forecast, calibrated where they did not learn. */
export interface Ensemble {
  readonly edges: BinEdges;
  readonly members: readonly Member[];
  /** Levels at which the mean is read. */
  readonly calibrated: Float64Array;
}

/** Rows to learn from: features by column, values in [0, 1] and the part of the past that each belongs to. */
export interface Lesson {
  readonly columns: readonly Column[];
  readonly y: Float64Array;
  /** From 0. */
  readonly folds: Uint8Array;
}

/** An ensemble and, for each row, the forecast of the member that left it out. */
export interface Learned {
  readonly ensemble: Ensemble;
  readonly leftOut: Quantiles;
}

/** @param levels ascending, in (0, 1). */
export function learnEnsemble(
  { columns, y, folds }: Lesson,
  levels: readonly number[],
  settings: EnsembleSettings,
): Learned {
  const edges = findEdges(columns);
  const leftOut = levels.map(() => new Float64Array(y.length));
  const members: Member[] = [];
  const count = folds.reduce((most, fold) => Math.max(most, fold), 0) + 1;
  for (let fold = 0; fold < count; fold += 1) {
    const rows = allRows(y.length);
    const inside = rows.filter((row) => folds[row] !== fold);
    const outside = rows.filter((row) => folds[row] === fold);
    const values = Float64Array.from(inside, (row) => y[row] as number);
    const member = {
      boosted: boost(binRows(columns, edges, inside), values, levels, settings.boosting, fold + 1),
      network: trainNetwork({ columns, rows: inside }, values, levels, settings.network, fold + 1),
    };
    members.push(member);
    const quantiles = predictMember(member, edges, columns, outside);
    quantiles.forEach((ofLevel, l) => {
      outside.forEach((row, i) => {
        (leftOut[l] as Float64Array)[row] = ofLevel[i] as number;
      });
    });
  }
  const calibrated = calibrate(leftOut, levels, y, count);
  return { ensemble: { edges, members, calibrated }, leftOut };
}

/** Quantiles in [0, 1] by level, then row. */
export function predictEnsemble(
  { edges, members, calibrated }: Ensemble,
  columns: readonly Column[],
  levels: readonly number[],
): Float64Array[] {
  const rows = allRows(columns[0]?.length ?? 0);
  const mean = meanOf(members.map((member) => predictMember(member, edges, columns, rows)));
  return applyCalibration(mean, levels, calibrated);
}

function predictMember(
  { boosted, network }: Member,
  edges: BinEdges,
  columns: readonly Column[],
  rows: Int32Array,
): Quantiles {
  const mean = meanOf([
    predictBoosted(boosted, binRows(columns, edges, rows)),
    predictNetwork(network, { columns, rows }),
  ]);
  rearrange(mean);
  return mean;
}

/** Of forecasts of the same rows. */
function meanOf(forecasts: readonly Quantiles[]): Quantiles {
  return (forecasts[0] as Quantiles).map((ofLevel, l) => {
    return ofLevel.map((_, row) => {
      let sum = 0;
      for (const forecast of forecasts) sum += (forecast[l] as Float64Array)[row] as number;
      return sum / forecasts.length;
    });
  });
}
