import { useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Figure } from '../figure/figure.ts';
import { changeQuery, useParameter } from '../state/router.ts';
import { SECOND_MS } from '../time/zone.ts';
import { show, viewOf } from './navigate.ts';

/** What a chart shows of its figure. */
export interface VisiblePart {
  readonly hidden: ReadonlySet<string>;
  readonly onHide: (hidden: ReadonlySet<string>) => void;
  /** The visible time as the address names it; undefined: all. */
  readonly zoom: string | undefined;
  /** Shows that time, after a drawing and when the address is another one. */
  readonly apply: (plot: uPlot) => void;
  /** Is called whenever the visible time of the plot may be another one. */
  readonly onMove: (plot: uPlot) => void;
}

/** A zoom is over when the plot has not moved for as long. */
const REST_MS = 300;

/**
 * Keeps the hidden series of a chart, by their places, and its visible time in the address: a link
 * shows the same to others, in any language. Of the charts of a page one has a place there.
 */
export function useVisiblePart({ series }: Figure, isInAddress: boolean): VisiblePart {
  const [own, setOwn] = useState('');
  const named = useParameter('hide') ?? '';
  const zoom = useParameter('zoom');
  const hide = isInAddress ? named : own;
  const latest = useRef(zoom);
  latest.current = isInAddress ? zoom : undefined;
  const hidden = useMemo(() => {
    const places = hide.split('.');
    return new Set(series.flatMap(({ label }, at) => (places.includes(`${at}`) ? [label] : [])));
  }, [hide, series]);
  const moves = useMemo(() => movesOf(latest, isInAddress), []);
  const onHide = (labels: ReadonlySet<string>) => {
    const places = series.flatMap(({ label }, at) => (labels.has(label) ? [at] : [])).join('.');
    if (isInAddress) changeQuery({ hide: places || undefined });
    else setOwn(places);
  };
  return { hidden, onHide, zoom, ...moves };
}

function movesOf(latest: { readonly current: string | undefined }, isInAddress: boolean) {
  // What the plot shows of the address, where a time outside the plot's own stays.
  let shown: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    apply: (plot: uPlot) => {
      const zoom = latest.current;
      if (zoom === zoomOf(plot)) return;
      const { min: first, max: last } = viewOf(plot).whole;
      const [min = 0, max = 0] = (zoom ?? '').split('/').map((at) => Date.parse(at) / SECOND_MS);
      const isInside = min < max && min < last && max > first;
      if (isInside) show(plot, min, max);
      else if (shown) show(plot, first, last);
      shown = isInside ? zoom : undefined;
    },
    onMove: (plot: uPlot) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const zoom = zoomOf(plot);
        if (!isInAddress || !plot.root.isConnected || zoom === shown) return;
        shown = zoom;
        changeQuery({ zoom });
      }, REST_MS);
    },
  };
}

/** The visible time to the minute, as `start/end` in UTC; undefined where all is visible. */
function zoomOf(plot: uPlot): string | undefined {
  const { whole, visible } = viewOf(plot);
  if (visible.min <= whole.min && visible.max >= whole.max) return undefined;
  return [visible.min, visible.max].map(minuteOf).join('/');
}

function minuteOf(at: number): string {
  return new Date(at * SECOND_MS).toISOString().replace(/:\d\d\.\d+/, '');
}
