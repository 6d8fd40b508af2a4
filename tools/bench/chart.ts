import type { Growth, GrowthPoint } from './scale-growth.ts';

const SIZE = { width: 720, height: 420 };
const PLOT = { left: 72, right: 500, top: 56, bottom: 360 };

/** How a line is drawn: colour and dashes, so that it can be distinguished in grey too. */
const STYLES = [
  { colour: '#0072b2', dashes: 'none' },
  { colour: '#c24a00', dashes: '8 4' },
  { colour: '#00775a', dashes: '2 4' },
] as const;

const TITLES = { p50Ms: 'Median latency (ms)', residentMb: 'Resident memory (MB)' } as const;

/** An SVG picture of a figure at each size, both axes logarithmic, a line for each request. */
export function chartOf(growth: Growth, figure: keyof typeof TITLES): string {
  const { points, name, unit } = growth;
  const x = logarithmic(
    points.map(({ size }) => size),
    [PLOT.left, PLOT.right],
  );
  const y = logarithmic(
    points.map((point) => point[figure]),
    [PLOT.bottom, PLOT.top],
  );
  const requests = [...new Set(points.map(({ request }) => request))];
  const place = (point: GrowthPoint) => `${fixed(x.at(point.size))},${fixed(y.at(point[figure]))}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${SIZE.width} ${SIZE.height}"` +
      ` width="${SIZE.width}" height="${SIZE.height}" font-family="sans-serif" font-size="12" fill="#222222">`,
    `<title>${TITLES[figure]} by ${name}</title>`,
    `<rect width="${SIZE.width}" height="${SIZE.height}" fill="#ffffff"/>`,
    text(16, 28, TITLES[figure], 'font-size="16" font-weight="bold"'),
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 44, unit, 'text-anchor="middle"'),
    ...x.decades.flatMap((value) => {
      const at = fixed(x.at(value));
      const label = text(at, PLOT.bottom + 22, value, 'text-anchor="middle"');
      return [`<path d="M${at},${PLOT.bottom}v6" stroke="#666666"/>`, label];
    }),
    ...y.decades.flatMap((value) => {
      const at = fixed(y.at(value));
      const label = text(PLOT.left - 8, at + 4, value, 'text-anchor="end"');
      return [`<path d="M${PLOT.left},${at}H${PLOT.right}" stroke="#dddddd"/>`, label];
    }),
    ...requests.flatMap((request, i) => {
      const { colour, dashes } = STYLES[i % STYLES.length] as (typeof STYLES)[number];
      const line = points.filter((point) => point.request === request).map(place);
      const stroke = `fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dashes}"`;
      const row = PLOT.top + 20 * i;
      return [
        `<path d="M${line.join('L')}" ${stroke}/>`,
        `<path d="M${PLOT.right + 16},${row}h32" ${stroke}/>`,
        text(PLOT.right + 54, row + 4, request),
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
}

/** A scale from the decade below the least value to the one above the greatest. */
function logarithmic(values: readonly number[], [from, to]: readonly [number, number]) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return {
    at: (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    decades: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)),
  };
}

function text(x: number, y: number, content: string | number, attributes = ''): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escaped(String(content))}</text>`;
}

function fixed(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}

function escaped(content: string): string {
  return content.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
