import type { PlantedBug } from './planted-bugs.ts';
import { runWorld, type WorldResult } from './world.ts';

export interface SimulationOptions {
  readonly seed: number;
  /** Worlds are simulated until so many purchases have lived. */
  readonly lives: number;
  readonly bug: PlantedBug;
  /** Only this one of the seed's worlds. */
  readonly world?: number;
  readonly trace?: (line: string) => void;
}

export interface Simulation extends Omit<WorldResult, 'violations'> {
  readonly worlds: number;
  readonly seconds: number;
  /** The first world in which an invariant was violated. */
  readonly found: { readonly world: number; readonly violations: readonly string[] } | undefined;
}

/** Simulates one world after the other, until one violates an invariant. */
export async function simulate({
  lives: maxLives,
  world,
  ...options
}: SimulationOptions): Promise<Simulation> {
  const before = performance.now();
  let [lives, virtualMs, index] = [0, 0, world ?? 0];
  const result = (found?: Simulation['found']) => {
    const worlds = world === undefined ? index : 1;
    return { lives, virtualMs, worlds, found, seconds: (performance.now() - before) / 1_000 };
  };
  while (lives < maxLives) {
    const one = await runWorld({ ...options, index });
    lives += one.lives;
    virtualMs += one.virtualMs;
    if (one.violations.length > 0) return result({ world: index, violations: one.violations });
    index += 1;
    if (world !== undefined) break;
  }
  return result();
}
