import type { Random } from './random.ts';

/** Faults of a request and its response, as probabilities. */
export interface LinkFaults {
  readonly lost: number;
  readonly responseLost: number;
  /** The request arrives twice. */
  readonly doubled: number;
  /** The request arrives after its caller's timeout. */
  readonly late: number;
}

/** Faults of one simulated world. */
export interface Faults {
  readonly client: LinkFaults;
  readonly database: Pick<LinkFaults, 'lost' | 'responseLost'>;
  readonly callback: LinkFaults;
  /** A callback gets a response as of a wrong configuration. */
  readonly misconfigured: number;
  /** A purchase cannot be computed, or its result is rejected. */
  readonly failing: number;
  readonly notificationLost: number;
  readonly endpoint: Pick<LinkFaults, 'lost' | 'responseLost'> & { readonly gone: number };
  /** An endpoint that never accepts a message. */
  readonly deadEndpoint: number;
  /** The longest that a message travels when nothing is wrong, in ms. */
  readonly latencyMs: number;
  /** How often a minute. */
  readonly kills: number;
  readonly freezes: number;
  readonly cuts: number;
  readonly outages: number;
  readonly clockSteps: number;
  readonly dataLosses: number;
  readonly operators: number;
}

const NO_LINK = { lost: 0, responseLost: 0, doubled: 0, late: 0 };

/** Nothing goes wrong. */
export const WELL: Faults = {
  client: NO_LINK,
  database: NO_LINK,
  callback: NO_LINK,
  misconfigured: 0,
  failing: 0,
  notificationLost: 0,
  endpoint: { ...NO_LINK, gone: 0 },
  deadEndpoint: 0,
  latencyMs: 20,
  kills: 0,
  freezes: 0,
  cuts: 0,
  outages: 0,
  clockSteps: 0,
  dataLosses: 0,
  operators: 0,
};

/**
 * Draws what goes wrong: each fault is absent from about half of the worlds, as one that is always
 * there hides others.
 */
export function drawFaults(random: Random): Faults {
  const upTo = (max: number) => (random.chance(0.5) ? random.between(0, max) : 0);
  const link = (max: number): LinkFaults => {
    return { lost: upTo(max), responseLost: upTo(max), doubled: upTo(max), late: upTo(max) };
  };
  return {
    client: link(0.3),
    database: { lost: upTo(0.1), responseLost: upTo(0.1) },
    callback: link(0.4),
    misconfigured: upTo(0.1),
    failing: upTo(0.2),
    notificationLost: upTo(1),
    endpoint: { lost: upTo(0.4), responseLost: upTo(0.4), gone: upTo(0.05) },
    deadEndpoint: random.chance(0.1) ? 0.5 : 0,
    latencyMs: random.pick([5, 50, 500]),
    kills: upTo(20),
    freezes: upTo(12),
    cuts: upTo(12),
    outages: upTo(8),
    clockSteps: upTo(12),
    dataLosses: upTo(4),
    operators: upTo(4),
  };
}
