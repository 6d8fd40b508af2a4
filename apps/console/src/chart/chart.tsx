import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import { describe, type Figure } from '../figure/figure.ts';
import type { PictureOptions } from '../figure/picture.ts';
import { drawPlot, showSeries } from '../figure/plot.ts';
import { afterPaint } from '../state/after-paint.ts';
import { SECOND_MS } from '../time/zone.ts';
import { Button } from '../ui/button.tsx';
import { lazy } from '../ui/lazy.tsx';
import { attempt } from '../ui/messages.tsx';
import { usePrinting } from '../ui/printing.tsx';
import { common } from '../ui/texts.ts';
import { useVisiblePart, type VisiblePart } from './address-view.ts';
import { LegendEntry } from './legend-entry.tsx';
import type { View } from './navigate.ts';
import { listenForGestures, pan, restoreView, showAll, viewOf, zoom } from './navigate.ts';
import { periodText } from './period-text.ts';
import { usePicture } from './small-picture.tsx';
import { t } from './texts.ts';
import './chart.css';

interface ChartProps {
  readonly figure: Figure;
  readonly fileName: string;
  readonly height?: number;
  /** Whether the address of the page names what is visible. */
  readonly isInAddress?: boolean;
}

/** Loaded apart: most look at the picture. */
const FigureTable = lazy(async () => (await import('./figure-table.tsx')).FigureTable);

/** Size of the saved picture, and of the printed one: an A4 page is 718 pixels between its margins. */
const PICTURE = { width: 960, height: 440 };
const PRINTED = { width: 684, height: 330 };

/** A figure with its legend, its table and its files. */
export function Chart({ figure, fileName, height = 280, isInAddress = false }: ChartProps) {
  const [isTable, setTable] = useState(false);
  const part = useVisiblePart(figure, isInAddress);
  const { hidden } = part;
  const plot = useRef<uPlot>(undefined);
  const isPrinting = usePrinting();
  const visible = () => ({ hidden, ...(plot.current && { visible: visibleOf(plot.current) }) });
  return (
    <figure class="chart">
      <figcaption>
        <span>
          {figure.title}{' '}
          <small>({[figure.unit, figure.rightUnit].filter(Boolean).join(', ')})</small>
        </span>
        <span class="actions">
          <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {common.table}
          </Button>
          {(['csv', 'svg', 'png'] as const).map((format) => (
            <Button
              key={format}
              onClick={() => void attempt(() => save(format, fileName, figure, visible()))}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </span>
      </figcaption>
      {isTable ? (
        <FigureTable figure={figure} />
      ) : (
        <>
          <Canvas {...{ figure, height, plot, part }} />
          {isPrinting && <Printed figure={figure} {...visible()} />}
        </>
      )}
    </figure>
  );
}

type Visible = Pick<PictureOptions, 'hidden' | 'visible'>;

function visibleOf(plot: uPlot): { from: number; to: number } {
  const { min, max } = viewOf(plot).visible;
  return { from: min * SECOND_MS, to: max * SECOND_MS };
}

type Format = 'csv' | 'svg' | 'png';

/** Saves the data of a figure, or what is visible of it in the colours of paper. */
async function save(format: Format, fileName: string, figure: Figure, visible: Visible) {
  // The code is loaded only if it is needed.
  const { paperPicture, saveData, savePng, saveSvg } = await import('./save-files.ts');
  if (format === 'csv') return saveData(fileName, figure);
  const svg = paperPicture(figure, { ...PICTURE, ...visible });
  const name = fileName.replace(/csv$/, format);
  if (format === 'svg') saveSvg(name, svg);
  else await savePng(name, svg);
}

/** Shows on paper what a canvas shows on the screen, as sharp as the printer. */
function Printed({ figure, ...visible }: { readonly figure: Figure } & Visible) {
  return (
    <div class="printed" ref={usePicture(figure, { ...PRINTED, ...visible, isUntitled: true })} />
  );
}

interface CanvasProps {
  readonly figure: Figure;
  readonly height: number;
  readonly plot: { current: uPlot | undefined };
  readonly part: VisiblePart;
}

function Canvas({ figure, height, plot, part }: CanvasProps) {
  const { hidden, onHide } = part;
  const element = useRef<HTMLDivElement>(null);
  const [period, setPeriod] = useState<number | null>(null);
  const id = useId();
  const description = useMemo(() => describe(figure), [figure]);
  useDrawing(element, plot, figure, { height, part, onPeriod: setPeriod });

  const toggle = (label: string) => {
    const next = new Set(hidden);
    if (!next.delete(label)) next.add(label);
    onHide(next);
  };
  return (
    <>
      <div
        ref={element}
        class="plot"
        role="img"
        style={{ minHeight: `${height}px` }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move through the periods
        tabIndex={0}
        aria-label={description}
        aria-describedby={id}
        onKeyDown={(event) => plot.current && onKey(event, plot.current, figure, setPeriod)}
      />
      <p id={id} class="visually-hidden">
        {t.keys}
      </p>
      <div class="legend">
        <span class="moment" role="status">
          {period === null ? '' : periodText(figure, period)}
        </span>
        {figure.series.map(
          (each) =>
            each.edgeOf === undefined && (
              <LegendEntry
                key={each.label}
                series={each}
                value={period === null ? undefined : each.values[period]}
                isShown={!hidden.has(each.label)}
                onToggle={() => toggle(each.label)}
              />
            ),
        )}
        <Navigation onMove={(move) => plot.current && move(plot.current)} />
      </div>
    </>
  );
}

interface NavigationProps {
  readonly onMove: (move: (plot: uPlot) => void) => void;
}

function Navigation({ onMove }: NavigationProps) {
  const moves = [
    [t.earlier, '‹', (plot: uPlot) => pan(plot, -0.5)],
    [t.later, '›', (plot: uPlot) => pan(plot, 0.5)],
    [t.zoomIn, '+', (plot: uPlot) => zoom(plot, 0.5)],
    [t.zoomOut, '−', (plot: uPlot) => zoom(plot, 2)],
  ] as const;
  return (
    <span class="navigate">
      {moves.map(([label, sign, move]) => (
        <Button key={sign} aria-label={label} onClick={() => onMove(move)}>
          {sign}
        </Button>
      ))}
      <Button onClick={() => onMove(showAll)}>{t.whole}</Button>
    </span>
  );
}

interface DrawingOptions {
  readonly height: number;
  readonly part: VisiblePart;
  readonly onPeriod: (period: number | null) => void;
}

function useDrawing(
  element: { readonly current: HTMLDivElement | null },
  plot: { current: uPlot | undefined },
  figure: Figure,
  { height, part, onPeriod }: DrawingOptions,
): void {
  const [round, setRound] = useState(0);
  const view = useRef<View>(undefined);
  useEffect(() => {
    const redraw = () => setRound((value) => value + 1);
    addEventListener('themechange', redraw);
    return () => removeEventListener('themechange', redraw);
  }, []);
  const remove = useRef(() => {});
  const { hidden, zoom: zoomed, apply, onMove } = part;
  const latest = useRef(hidden);
  latest.current = hidden;
  const draw = (container: HTMLDivElement) => {
    remove.current();
    const { clientWidth: width } = container;
    const drawn = drawPlot(container, figure, {
      width,
      height,
      hidden: latest.current,
      onPeriod,
      onMove,
    });
    plot.current = drawn;
    restoreView(drawn, view.current);
    apply(drawn);
    const stopListening = listenForGestures(drawn);
    const observer = new ResizeObserver(() => {
      if (container.clientWidth > 0 && container.clientWidth !== drawn.width)
        drawn.setSize({ width: container.clientWidth, height });
    });
    observer.observe(container);
    remove.current = () => {
      stopListening();
      observer.disconnect();
      view.current = viewOf(drawn);
      drawn.destroy();
      plot.current = undefined;
    };
  };
  // A click that shows another figure is answered before that is drawn, which takes long.
  useLayoutEffect(
    () => afterPaint(() => element.current && draw(element.current)),
    [figure, height, round],
  );
  useLayoutEffect(() => () => remove.current(), []);
  useEffect(() => {
    if (plot.current) showSeries(plot.current, figure, hidden);
  }, [hidden]);
  useEffect(() => {
    if (plot.current) apply(plot.current);
  }, [zoomed]);
}

function onKey(
  event: KeyboardEvent,
  plot: uPlot,
  { starts }: Figure,
  setPeriod: (change: (before: number | null) => number | null) => void,
): void {
  const step = (by: number) =>
    setPeriod((before) => Math.min(Math.max((before ?? -1) + by, 0), starts.length - 1));
  const actions: Record<string, () => void> = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    PageUp: () => pan(plot, -0.5),
    PageDown: () => pan(plot, 0.5),
    '+': () => zoom(plot, 0.5),
    '-': () => zoom(plot, 2),
    Home: () => showAll(plot),
  };
  const action = actions[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
