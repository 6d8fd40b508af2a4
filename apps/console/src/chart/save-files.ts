import type { Figure } from '../figure/figure.ts';
import { type PictureOptions, pictureOf } from '../figure/picture.ts';
import { colorsOf } from '../figure/plot.ts';
import { saveCsv } from '../table/save-csv.ts';
import { saveFile } from '../ui/download.tsx';
import { figureRows } from './figure-rows.ts';

/** Draws a figure in the colours of paper, whatever the page has. */
export function paperPicture(figure: Figure, options: Omit<PictureOptions, 'color'>): string {
  const paper = document.body.appendChild(document.createElement('span'));
  paper.className = 'paper';
  try {
    return pictureOf(figure, { ...options, color: colorsOf(paper) });
  } finally {
    paper.remove();
  }
}

export function saveData(name: string, figure: Figure): void {
  saveCsv(name, figureRows(figure));
}

/** Pixels of a file for each of the picture: it stays sharp in a document. */
const SHARPNESS = 2;

export function saveSvg(name: string, svg: string): void {
  saveFile(name, new Blob([svg], { type: 'image/svg+xml' }));
}

/** The policy of the console loads no picture but the service's own: the elements are drawn one by one. */
export async function savePng(name: string, svg: string): Promise<void> {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const canvas = document.createElement('canvas');
  canvas.width = numberOf(root, 'width') * SHARPNESS;
  canvas.height = numberOf(root, 'height') * SHARPNESS;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser draws no canvas');
  context.scale(SHARPNESS, SHARPNESS);
  for (const element of root.children) draw(context, element, root);
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!png) throw new Error('this browser makes no PNG');
  saveFile(name, png);
}

/** Draws an element that a picture may have: a rectangle, a path or a text. */
function draw(context: CanvasRenderingContext2D, element: Element, root: Element): void {
  const of = (name: string) => element.getAttribute(name) ?? root.getAttribute(name) ?? '';
  const [x, y] = [numberOf(element, 'x'), numberOf(element, 'y')];
  context.fillStyle = of('fill') === 'none' ? 'transparent' : of('fill');
  if (element.tagName === 'rect')
    context.fillRect(x, y, numberOf(element, 'width'), numberOf(element, 'height'));
  if (element.tagName === 'text') {
    context.font = `${of('font-weight') || 400} ${of('font-size')}px ${of('font-family')}`;
    context.textAlign = ALIGNMENTS[of('text-anchor')] ?? 'left';
    context.fillText(element.textContent, x, y);
  }
  if (element.tagName === 'path') drawPath(context, new Path2D(of('d')), of);
}

const ALIGNMENTS: Readonly<Record<string, CanvasTextAlign>> = { middle: 'center', end: 'right' };

function drawPath(
  context: CanvasRenderingContext2D,
  path: Path2D,
  of: (name: string) => string,
): void {
  context.fill(path);
  if (of('stroke') === '') return;
  context.strokeStyle = of('stroke');
  context.lineWidth = Number(of('stroke-width') || 1);
  context.globalAlpha = Number(of('stroke-opacity') || 1);
  context.setLineDash(of('stroke-dasharray').split(' ').filter(Boolean).map(Number));
  context.stroke(path);
  context.globalAlpha = 1;
}

function numberOf(element: Element, name: string): number {
  return Number(element.getAttribute(name) ?? 0);
}
