import type { CurveVersion, DaySpreadCurves, SpreadCurveStore } from '@solano/domain/market';
import { copied } from './copied.ts';
import { MemoryStore } from './database.ts';

type Day = Pick<DaySpreadCurves, 'date' | 'earlier' | 'later'>;

export class MemorySpreadCurveStore extends MemoryStore implements SpreadCurveStore {
  async add(curves: DaySpreadCurves): Promise<void> {
    const versions = this.#versions(curves);
    const time = curves.generatedAt.getTime();
    if (versions.some(({ generatedAt }) => generatedAt.getTime() === time)) return;
    this.database.spreadCurves.set(keyOf(curves), [...versions, copied(curves)]);
  }

  async newest(of: Day, before: Date): Promise<DaySpreadCurves | undefined> {
    const known = this.#versions(of).filter(({ generatedAt }) => generatedAt < before);
    return copied(known.sort((a, b) => +a.generatedAt - +b.generatedAt).at(-1));
  }

  async versions(from: string, before: Date): Promise<readonly CurveVersion[]> {
    const newest: CurveVersion[] = [];
    for (const [first] of this.database.spreadCurves.values()) {
      const found = first && first.date >= from ? await this.newest(first, before) : undefined;
      if (!found) continue;
      const { date, earlier, later, generatedAt } = found;
      newest.push({ date, earlier, later, generatedAt });
    }
    return newest;
  }

  #versions(of: Day): readonly DaySpreadCurves[] {
    return this.database.spreadCurves.get(keyOf(of)) ?? [];
  }
}

function keyOf({ earlier, later, date }: Day): string {
  return `${earlier} ${later} ${date}`;
}
