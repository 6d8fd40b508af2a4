import type { Unit } from './header-words.ts';

/** The units of power and energy, and how they become MW. */
export const POWER_UNITS = {
  W: { tens: -6, isEnergy: false },
  kW: { tens: -3, isEnergy: false },
  MW: { tens: 0, isEnergy: false },
  GW: { tens: 3, isEnergy: false },
  Wh: { tens: -6, isEnergy: true },
  kWh: { tens: -3, isEnergy: true },
  MWh: { tens: 0, isEnergy: true },
  GWh: { tens: 3, isEnergy: true },
} as const satisfies Partial<Record<Unit, { readonly tens: number; readonly isEnergy: boolean }>>;

export type PowerUnit = keyof typeof POWER_UNITS;
