import { rings } from 'virtual:outline';
import { formatShort } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { goTo } from '../state/router.ts';
import { INSETS, MAP_HEIGHT, MAP_WIDTH, place, project, sizeOf } from './projection.ts';
import type { PlantState } from './states.ts';
import { t } from './texts.ts';

/** More names would cover each other. */
const MAX_NAMES = 12;
const HUNDREDTHS = 100;

const inset = INSETS.map((each) => ({
  ...each,
  ...sizeOf(each),
  path: rings.map((ring) => ringPath(ring, each)).join(''),
}));

/** Returns the outline's ring as a path of an inset; empty if it lies elsewhere. */
function ringPath(ring: readonly number[], part: (typeof INSETS)[number]): string {
  let lon = 0;
  let lat = 0;
  let isInside = false;
  const points: string[] = [];
  for (let index = 0; index < ring.length; index += 2) {
    lon += ring[index] ?? 0;
    lat += ring[index + 1] ?? 0;
    const degrees = [lon / HUNDREDTHS, lat / HUNDREDTHS] as const;
    isInside ||=
      degrees[0] > part.lon[0] &&
      degrees[0] < part.lon[1] &&
      degrees[1] > part.lat[0] &&
      degrees[1] < part.lat[1];
    points.push(
      place(part, ...degrees)
        .map((value) => value.toFixed(1))
        .join(','),
    );
  }
  return isInside ? `M${points.join('L')}Z` : '';
}

/** Draws Spain and Portugal with their plants: size by MW, colour by technology, a ring if reduced now. */
export function PlantMap({ states }: { readonly states: readonly PlantState[] }) {
  const placed = states
    .map((state) => ({ state, at: project(Number(state.plant.lon), Number(state.plant.lat)) }))
    .sort((one, other) => megawatts(other.state) - megawatts(one.state));
  const outside = placed.filter(({ at }) => !at).length;
  return (
    <>
      <svg
        class="map"
        viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
        role="img"
        aria-label={fill(t.map, { count: states.length })}
      >
        {inset.map(({ x, y, width, height, path }) => (
          <g key={x}>
            <rect class="sea" x={x} y={y} width={width} height={height} rx="4" />
            <path class="land" d={path} />
          </g>
        ))}
        {placed.map(
          ({ state, at }) =>
            at && (
              <Spot
                key={state.plant.id}
                state={state}
                at={at}
                isNamed={placed.length <= MAX_NAMES}
              />
            ),
        )}
      </svg>
      {outside > 0 && <p class="hint">{fill(t.outside, { count: outside })}</p>}
    </>
  );
}

/** Width of a capital letter, in units of the map. */
const LETTER_WIDTH = 9;

interface SpotProps {
  readonly state: PlantState;
  readonly at: readonly [x: number, y: number];
  readonly isNamed: boolean;
}

/** Draws a plant on the map. The pointer follows it to its page; the keyboard uses the table. */
function Spot({ state, at: [x, y], isNamed }: SpotProps) {
  const { plant, reducedTo } = state;
  const radius = Math.min(Math.max(Math.sqrt(megawatts(state)) * 1.2, 4), 22);
  const power = ` ${formatShort(megawatts(state))} MW`;
  const name = plant.name + power;
  const isRight = x > MAP_WIDTH * 0.6;
  const room = (isRight ? x : MAP_WIDTH - x) - radius - 7;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table beside has a link
    <g class="spot" onClick={() => goTo(['plants', plant.id])}>
      <title>{reducedTo === undefined ? name : `${name}, ${t.reducedNow}`}</title>
      <circle class={plant.technology_type} cx={x} cy={y} r={radius} />
      {reducedTo !== undefined && <circle class="ring" cx={x} cy={y} r={radius + 4} />}
      {isNamed && (
        <text
          x={x + (isRight ? -1 : 1) * (radius + 7)}
          y={y + 4}
          text-anchor={isRight ? 'end' : 'start'}
        >
          {shortened(plant.name, Math.floor(room / LETTER_WIDTH) - power.length) + power}
        </text>
      )}
    </g>
  );
}

function shortened(name: string, maxLetters: number): string {
  return name.length <= maxLetters ? name : `${name.slice(0, maxLetters - 1)}…`;
}

function megawatts({ plant }: PlantState): number {
  return Number(plant.installed_capacity_mw);
}
