import type uPlot from 'uplot';

const MIN_PERIODS = 4;

interface Span {
  readonly min: number;
  readonly max: number;
}

function wholeOf(plot: uPlot): Span {
  const times = plot.data[0];
  return { min: times[0] ?? 0, max: times.at(-1) ?? 1 };
}

/** A plot has no scale before its first drawing: it will show its whole time. */
function spanOf(plot: uPlot): Span {
  const { min, max } = plot.scales.x ?? {};
  return min == null || max == null ? wholeOf(plot) : { min, max };
}

/** Shows a part of the plot's time, moved inside it. */
export function show(plot: uPlot, min: number, max: number): void {
  const whole = wholeOf(plot);
  const width = Math.min(max - min, whole.max - whole.min);
  const start = Math.min(Math.max(min, whole.min), whole.max - width);
  plot.setScale('x', { min: start, max: start + width });
}

/** Moves the time axis by a part of its width. */
export function pan(plot: uPlot, part: number): void {
  const { min, max } = spanOf(plot);
  const by = (max - min) * part;
  show(plot, min + by, max + by);
}

/** Multiplies the visible time by a factor, around the middle or another position from 0 to 1. */
export function zoom(plot: uPlot, factor: number, position = 0.5): void {
  const { min, max } = spanOf(plot);
  const times = plot.data[0];
  const shortest = ((times[1] ?? 1) - (times[0] ?? 0)) * MIN_PERIODS;
  const width = Math.max((max - min) * factor, shortest);
  const center = min + (max - min) * position;
  show(plot, center - width * position, center + width * (1 - position));
}

export function showAll(plot: uPlot): void {
  const { min, max } = wholeOf(plot);
  show(plot, min, max);
}

/** The part of its time that a plot shows. */
export interface View {
  readonly whole: Span;
  readonly visible: Span;
}

export function viewOf(plot: uPlot): View {
  return { whole: wholeOf(plot), visible: spanOf(plot) };
}

/** Restores the visible part of another plot of the same time. */
export function restoreView(plot: uPlot, view: View | undefined): void {
  const { min, max } = wholeOf(plot);
  if (view?.whole.min === min && view.whole.max === max) plot.setScale('x', view.visible);
}

/** Adds keys and gestures to a plot. Returns a function that removes them. */
export function listenForGestures(plot: uPlot): () => void {
  const { over } = plot;
  const ending = new AbortController();
  const { signal } = ending;
  over.addEventListener(
    'wheel',
    (event) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        zoom(plot, event.deltaY > 0 ? 1.25 : 0.8, event.offsetX / over.clientWidth);
      } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
        event.preventDefault();
        pan(plot, (event.deltaX || event.deltaY) / over.clientWidth);
      }
    },
    { signal, passive: false },
  );
  let touchedAt: number | undefined;
  over.addEventListener(
    'touchstart',
    (event) => {
      touchedAt = event.touches[0]?.clientX;
    },
    { signal, passive: true },
  );
  over.addEventListener(
    'touchmove',
    (event) => {
      const at = event.touches[0]?.clientX;
      if (at === undefined || touchedAt === undefined) return;
      pan(plot, (touchedAt - at) / over.clientWidth);
      touchedAt = at;
    },
    { signal, passive: true },
  );
  return () => ending.abort();
}
