import type { Ensemble } from '@solano/domain/kernel/learning';
import { decodeArrays, encodeArrays } from '@solano/domain/kernel/learning';
import type { ResponseCurve } from './response-curve.ts';

/** What a plant's forecasts are made with: plain data. */
export interface PlantModel {
  /** ms: nothing that was unknown then went in. */
  readonly learnedAt: number;
  readonly technology: 'wind' | 'solar';
  /** The better of the two on the last 30 days. */
  readonly preferred: 'learned' | 'physical';
  readonly curve: ResponseCurve;
  /** Names of weather fields that are used as they are. */
  readonly otherFields: readonly string[];
  /** How many neighbours it looks at. */
  readonly neighbours: number;
  readonly ensemble: Ensemble;
  readonly trace: PlantTrace;
}

/** What a model learned from and how well. */
interface PlantTrace {
  /** Measured hours with weather. */
  readonly hours: number;
  /** ms: the first of them and the end of the last. */
  readonly from: number;
  readonly to: number;
  readonly weatherRuns: number;
  readonly features: number;
  /** Mean pinball loss of the last 30 days, in parts of the installed power, by forecasts that had not learned from them. */
  readonly score: { readonly learned: number; readonly physical: number };
  /** Forecasts whose errors it was calibrated by. */
  readonly calibratedBy: number;
}

/** A model as bytes; about 1 MB. */
export function encodePlantModel(model: PlantModel): Uint8Array {
  return encodeArrays(model);
}

/** The model that {@link encodePlantModel} wrote. */
export function decodePlantModel(bytes: Uint8Array): PlantModel {
  return decodeArrays(bytes) as PlantModel;
}
