import type { DaySpreadCurves, SpreadCurveStore, SpreadCurvesQuery } from '@solano/domain/market';
import { copied } from './copied.ts';
import { MemoryStore } from './database.ts';

export class MemorySpreadCurveStore extends MemoryStore implements SpreadCurveStore {
  async addCurves(curves: DaySpreadCurves): Promise<void> {
    const versions = this.#versions(curves);
    const time = curves.generatedAt.getTime();
    if (versions.some(({ generatedAt }) => generatedAt.getTime() === time)) return;
    this.database.spreadCurves.set(keyOf(curves), [...versions, copied(curves)]);
  }

  async newestCurves(query: SpreadCurvesQuery, by: Date): Promise<DaySpreadCurves | undefined> {
    const known = this.#versions(query).filter(({ generatedAt }) => generatedAt <= by);
    return copied(known.sort((a, b) => +a.generatedAt - +b.generatedAt).at(-1));
  }

  #versions(query: SpreadCurvesQuery): readonly DaySpreadCurves[] {
    return this.database.spreadCurves.get(keyOf(query)) ?? [];
  }
}

function keyOf({ earlier, later, date }: SpreadCurvesQuery): string {
  return `${earlier} ${later} ${date}`;
}
