import { fixed } from '@solano/svg';
import { endOf, type Figure, type Series } from './figure.ts';

/** A period of a figure in a picture; several neighbours, if a pixel has more than one. */
export interface Place {
  /** Pixels. */
  readonly left: number;
  readonly right: number;
  /** Indexes of the first and the last of its periods. */
  readonly first: number;
  readonly last: number;
  /** Whether there is time without a period before it. */
  readonly isAfterGap: boolean;
}

interface PlaceOptions {
  /** The visible time. */
  readonly from: number;
  readonly to: number;
  readonly x: (at: number) => number;
  /** Pixels across. */
  readonly columns: number;
}

/** Returns the places of the visible periods, not many more than there are pixels across. */
export function placesOf(figure: Figure, { from, to, x, columns }: PlaceOptions): Place[] {
  const { starts } = figure;
  const visible: number[] = [];
  for (let index = 0; index < starts.length; index += 1)
    if (endOf(figure, index) > from && (starts[index] ?? 0) < to) visible.push(index);
  const size = Math.max(1, Math.ceil(visible.length / columns));
  const places: Place[] = [];
  for (let at = 0; at < visible.length; at += size) {
    const first = visible[at] ?? 0;
    const last = visible[Math.min(at + size, visible.length) - 1] ?? first;
    const start = starts[first] ?? 0;
    places.push({
      left: x(Math.max(start, from)),
      right: x(Math.min(endOf(figure, last), to)),
      first,
      last,
      isAfterGap: first === 0 || endOf(figure, first - 1) < start,
    });
  }
  return places;
}

/** The lowest and the highest value of a series in a place. */
interface Extent {
  readonly place: Place;
  readonly low: number;
  readonly high: number;
}

/** Returns the extents of a series in runs without a gap: a missing value ends one. */
function runsOf(places: readonly Place[], { values, drawn = values }: Series): Extent[][] {
  const runs: Extent[][] = [];
  let isOpen = false;
  for (const place of places) {
    const extent = extentOf(place, drawn);
    if (extent && isOpen && !place.isAfterGap) runs.at(-1)?.push(extent);
    else if (extent) runs.push([extent]);
    isOpen = extent !== undefined;
  }
  return runs;
}

function extentOf(place: Place, values: Series['values']): Extent | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = place.first; index <= place.last; index += 1) {
    const value = values[index] ?? null;
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low > high ? undefined : { place, low, high };
}

type Y = (value: number) => number;

/** Returns the path of a line with a step for each period; of several in a pixel, of all between their extremes. */
export function linePath(places: readonly Place[], series: Series, y: Y): string {
  return runsOf(places, series)
    .map((run) =>
      run
        .map(({ place, low, high }, index) => {
          const start =
            index === 0 ? `M${fixed(place.left)},${fixed(y(high))}` : `V${fixed(y(high))}`;
          const down = low < high ? `V${fixed(y(low))}` : '';
          return `${start}${down}H${fixed(place.right)}`;
        })
        .join(''),
    )
    .join('');
}

/** Returns the path of the area between a line and zero; the foot is below the range if that has no zero. */
export function areaPath(places: readonly Place[], series: Series, y: Y): string {
  return runsOf(places, series)
    .map((run) =>
      outlineOf(
        run,
        (extent) => y(farthest(extent)),
        () => y(0),
      ),
    )
    .join('');
}

function farthest({ low, high }: Extent): number {
  return Math.abs(low) > Math.abs(high) ? low : high;
}

/** Returns the path of the area between two edges, where both have a value. */
export function bandPath(places: readonly Place[], upper: Series, lower: Series, y: Y): string {
  const { values: top } = upper;
  const { values: foot } = lower;
  const both = {
    ...upper,
    values: top.map((value, index) => (foot[index] == null ? null : value)),
  };
  return runsOf(places, both)
    .map((run) =>
      outlineOf(
        run,
        ({ high }) => y(high),
        ({ place }) => y(extentOf(place, foot)?.low ?? 0),
      ),
    )
    .join('');
}

/** Steps along one side of a run to its end, and back along the other. */
function outlineOf(
  run: readonly Extent[],
  there: (extent: Extent) => number,
  back: (extent: Extent) => number,
): string {
  const ahead = run.map((extent, index) => {
    const start = index === 0 ? `M${fixed(extent.place.left)},` : 'V';
    return `${start}${fixed(there(extent))}H${fixed(extent.place.right)}`;
  });
  const returning = run
    .toReversed()
    .map((extent) => `V${fixed(back(extent))}H${fixed(extent.place.left)}`);
  return `${ahead.join('')}${returning.join('')}Z`;
}
