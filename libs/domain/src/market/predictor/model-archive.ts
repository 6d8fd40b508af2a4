import type { Digest } from '@solano/domain/kernel';
import type { Tree } from '@solano/domain/kernel/learning';
import type { PriceModelStore } from '../prices/price-model.ts';
import type { BandedPrediction } from '../prices/prices.ts';
import type { TracedPrediction } from './hindcast.ts';
import type { TracedFit } from './members.ts';

/** Keeps the coefficients that predictions are made with, so that these can be computed again. */
export class ModelArchive {
  readonly #models: PriceModelStore;
  readonly #digest: Digest;
  /** Cached fits: one serves the predictions of four or eight weeks. */
  readonly #digests = new Map<TracedFit, string>();

  constructor(models: PriceModelStore, digest: Digest) {
    this.#models = models;
    this.#digest = digest;
  }

  /** Keeps a prediction's models, and names them in its trace. Errors: `store_unavailable`. */
  async traced({ combined, trace, ...prediction }: TracedPrediction): Promise<BandedPrediction> {
    if (!trace || combined.length === 0) return { ...prediction, ...(trace && { trace }) };
    const days = [];
    for (const { fits, ...day } of combined) {
      const models: string[] = [];
      for (const fit of fits) models.push(await this.#keep(fit));
      days.push({ ...day, models });
    }
    return { ...prediction, trace: { ...trace, days } };
  }

  async #keep(fit: TracedFit): Promise<string> {
    const cached = this.#digests.get(fit);
    if (cached !== undefined) return cached;
    const content = modelText(fit);
    const digest = this.#digest(content);
    await this.#models.add({ digest, content });
    this.#digests.set(fit, digest);
    return digest;
  }
}

/** A model as JSON has it: what learned until when, and the numbers of its fit. */
type ModelJson = LearJson | TreesJson;

interface LearJson {
  readonly member: string;
  /** The last day that it learned from, `YYYY-MM-DD`. */
  readonly until: string;
  readonly byRegime: boolean;
  readonly series: number;
  readonly means: readonly number[];
  readonly deviations: readonly number[];
  readonly intercepts: readonly number[];
  readonly coefficients: readonly (readonly number[])[];
}

interface TreesJson extends Pick<LearJson, 'member' | 'until' | 'series'> {
  /** Where each feature is cut into bins. */
  readonly edges: readonly (readonly number[])[];
  readonly boosted: {
    readonly start: readonly number[];
    readonly trees: readonly {
      readonly tree: Readonly<Record<keyof Tree, readonly number[]>>;
      /** By leaf. */
      readonly values: readonly number[];
    }[];
  };
}

function modelText({ member, until, fit }: TracedFit): string {
  const model = { member, until, ...fit };
  return JSON.stringify(model, (_, value: unknown) => {
    return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
  });
}

/** Reads the models that {@link ModelArchive} stores. */
export function readModel(content: string): ModelJson {
  return JSON.parse(content) as ModelJson;
}
