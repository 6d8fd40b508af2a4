import type { DayRange } from '@solano/domain/kernel';
import type { CurveVersion, DaySpreadCurves, SpreadCurveStore } from '@solano/domain/market';
import { copied } from '../copied.ts';
import { MemoryStore } from '../database.ts';

type Day = Pick<DaySpreadCurves, 'date' | 'earlier' | 'later'>;

export class MemorySpreadCurveStore extends MemoryStore implements SpreadCurveStore {
  async add(curves: DaySpreadCurves): Promise<void> {
    const versions = this.database.spreadCurves.get(keyOf(curves)) ?? [];
    const time = curves.generatedAt.getTime();
    if (versions.some(({ generatedAt }) => generatedAt.getTime() === time)) return;
    this.database.spreadCurves.set(keyOf(curves), [...versions, copied(curves)]);
  }

  async newest({ from, to }: DayRange, before: Date): Promise<readonly DaySpreadCurves[]> {
    const found = this.#newestFrom(from, before).filter(({ date }) => date <= to);
    return found.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).map(copied);
  }

  async versions(from: string, before: Date): Promise<readonly CurveVersion[]> {
    return this.#newestFrom(from, before).map(({ date, earlier, later, generatedAt }) => {
      return { date, earlier, later, generatedAt };
    });
  }

  #newestFrom(from: string, before: Date): DaySpreadCurves[] {
    return [...this.database.spreadCurves.values()].flatMap((versions) => {
      const known = versions.filter((each) => each.date >= from && each.generatedAt < before);
      return known.sort((a, b) => +b.generatedAt - +a.generatedAt).slice(0, 1);
    });
  }
}

function keyOf({ earlier, later, date }: Day): string {
  return `${date} ${earlier} ${later}`;
}
