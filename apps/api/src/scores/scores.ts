import {
  allPlantScores,
  firstMissed,
  type PendingScore,
  type PlantScoreDeps,
  plantScore,
} from '@solano/domain/forecasting';
import type { Caller } from '@solano/domain/service';
import {
  PlantForecastPath,
  PlantScoreQuery,
  PlantScoresQuery,
  type PlantScoreSummary as Summary,
} from '@solano/schemas';
import type { z } from 'zod';
import { type Endpoint, endpoint, operation } from '../endpoint/endpoint.ts';
import { ByteCache } from '../http/byte-cache.ts';
import { content } from '../http/response.ts';
import { csvTable, spreadsheet } from '../http/spreadsheet-response.ts';
import type { Read, Reader } from '../readers/reader-threads.ts';
import { list } from '../records/list.ts';
import { PLANT_SCORE, PLANT_SCORES } from './document.ts';
import type { scoreText } from './score-reader.ts';

const SCORE: Reader<typeof scoreText> = {
  script: new URL('./score-reader.ts', import.meta.url),
  name: 'scoreText',
  isOfFiles: true,
};

type PlantScoreSummary = z.output<typeof Summary>;

/** Maximum bytes of computed scores: those of some thousand plants. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface ScoreRoutesDeps extends PlantScoreDeps {
  readonly read: Read;
}

/** `GET /api/v0/plants/<id>/score` and `GET /api/v0/plants/scores`. */
export function scoreEndpoints(deps: ScoreRoutesDeps): Endpoint[] {
  const scores = new ComputedScores(deps.read);
  const ofPlant = operation({
    scopes: ['read'],
    params: PlantForecastPath,
    query: PlantScoreQuery,
    async handle({ caller, params, query }) {
      const pending = await plantScore(deps, caller.customer, params.id, query);
      const text = await scores.text(caller, pending, false);
      const { plant, from, to } = pending;
      const head = JSON.stringify({ plant: plant.name, from, to, lead: query.lead });
      return content('json', joined(head, text));
    },
    metadata: PLANT_SCORE,
  });
  const ofAll = operation({
    scopes: ['read'],
    query: PlantScoresQuery,
    async handle({ caller, query }) {
      const pending = await allPlantScores(deps, caller.customer, query);
      const rows = summaries(scores, caller, pending, deps.clock());
      if (query.format === 'json') return list(rows, (row) => row, {});
      const { scoreSheet } = await import('./score-sheet.ts');
      const sheet = scoreSheet(rows);
      if (query.format === 'csv') return csvTable('scores.csv', sheet);
      return spreadsheet('scores.xlsx', sheet);
    },
    metadata: PLANT_SCORES,
  });

  const path = '/api/v0/plants';
  return [
    endpoint({ paths: [`${path}/scores`], unauthenticated: 403, methods: { get: ofAll } }),
    endpoint({ paths: [`${path}/:id/score`], unauthenticated: 403, methods: { get: ofPlant } }),
  ];
}

/** The scores of plants, in order of name. */
async function* summaries(
  scores: ComputedScores,
  caller: Caller,
  pending: readonly PendingScore[],
  now: Date,
): AsyncGenerator<PlantScoreSummary> {
  for (const each of pending) {
    const { plant, production, forecasts } = each;
    const score = JSON.parse(await scores.text(caller, each, true)) as PlantScoreSummary;
    yield {
      ...score,
      id: plant.id,
      plant: plant.name,
      technology_type: plant.technologyType,
      nominal_capacity_mw: plant.nominalCapacityMw,
      production: {
        delivered_at: production?.deliveredAt[0]?.toISOString() ?? null,
        until: production?.lastEnd.toISOString() ?? null,
        late_since: lateSince(production?.deliveredAt, now),
      },
      forecast: {
        delivered_at: forecasts?.knownAt[0]?.toISOString() ?? null,
        late_since: lateSince(forecasts?.knownAt, now),
      },
    };
  }
}

/** Since when a delivery that did not come is late. */
function lateSince(deliveredAt: readonly Date[] = [], now: Date): string | null {
  return firstMissed(deliveredAt, now)?.expectedBy.toISOString() ?? null;
}

/** Two JSON objects with members as one. */
function joined(first: string, second: string): string {
  return `${first.slice(0, -1)},${second.slice(1)}`;
}

/** Scores as JSON, computed in a thread and cached until what they are computed from changes. */
class ComputedScores {
  readonly #read: Read;
  readonly #cache = new ByteCache(MAX_BYTES);

  constructor(read: Read) {
    this.#read = read;
  }

  /** Errors: `store_unavailable`, `overloaded`, `engine_unavailable`. */
  async text({ customer }: Caller, pending: PendingScore, isSummary: boolean): Promise<string> {
    const name = `${pending.revision} ${isSummary}`;
    const cached = this.#cache.get(name);
    if (cached) return cached.toString();
    const inputs = await pending.load();
    const bytes = inputs.runs.length + inputs.delivered.length + inputs.solano.length;
    const request = { caller: customer.id, bytes };
    const { text } = await this.#read(SCORE, { inputs, isSummary }, request);
    const own = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
    own.write(text);
    this.#cache.set(name, own);
    return text;
  }
}
