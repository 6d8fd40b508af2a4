/** The style of a line: colour and dashes, so that it can be distinguished in grey too. */
export interface Style {
  readonly colour: string;
  readonly dashes: string;
}

const MAX_TITLE_LENGTH = 100;

/** Returns the first lines of a picture: its size, its title, white paper. */
export function opening(size: { width: number; height: number }, title: string): string[] {
  const { width, height } = size;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${width} ${height}"` +
      ` width="${width}" height="${height}" font-family="sans-serif" font-size="12" fill="#222222">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(16, 28, shortened(title), 'font-size="16" font-weight="bold"'),
  ];
}

export function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escaped(content)}</text>`;
}

export function stroke({ colour, dashes }: Style): string {
  return `stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes}"`;
}

/** The position of a plot in the picture. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Draws a mark at each tick below a frame, its label under it. */
export function bottomAxis<T extends number | Date>(
  { bottom }: Frame,
  x: (tick: T) => number,
  ticks: readonly T[],
  label: (tick: T) => string,
): string[] {
  return ticks.flatMap((tick) => {
    const at = fixed(x(tick));
    return [
      `<path d="M${at},${bottom}v6" stroke="#666666"/>`,
      text(at, bottom + 22, label(tick), 'text-anchor="middle"'),
    ];
  });
}

/** Draws a line across a frame at each tick, its label at the left. */
export function gridLines(
  { left, right }: Frame,
  y: (tick: number) => number,
  ticks: readonly number[],
  label: (tick: number) => string,
): string[] {
  return ticks.flatMap((tick) => {
    const at = fixed(y(tick));
    return [
      `<path d="M${left},${at}H${right}" stroke="#dddddd"/>`,
      text(left - 8, fixed(at + 4), label(tick), 'text-anchor="end"'),
    ];
  });
}

export function dayText(day: Date): string {
  return day.toISOString().slice(0, 10);
}

function shortened(title: string): string {
  const letters = Array.from(title);
  if (letters.length <= MAX_TITLE_LENGTH) return title;
  return `${letters.slice(0, MAX_TITLE_LENGTH - 1).join('')}…`;
}

export function fixed(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

/** Returns text as XML content; characters that XML cannot have are replaced. */
export function escaped(content: string): string {
  return content
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
