/**
 * What every process that meets on one database must agree on. All of it is persisted with the
 * workflows: a change strands those that are under way.
 */
export const SCHEMA = 'dbos';
export const PURCHASES = { workflow: 'purchase', queue: 'purchases' };
/** A queue of their own: those of dead endpoints wait for days, and purchases are not to wait for them. */
export const DELIVERIES = { workflow: 'delivery', queue: 'deliveries' };
export const APPLICATION = 'solano';

/**
 * DBOS runs a workflow only under the version that took it, and derives the version from the
 * source unless told: a constant lets the next release finish what the last one began. Steps
 * that change their order or their outcome's form need a new workflow name instead.
 */
export const VERSION = '1';

/**
 * A runner takes up what was left by an executor of its own id. One id for all is right because
 * the lock lets only one of them run.
 */
export const EXECUTOR = 'solano';

/** DBOS wants an address with every part in it, looks at it, and then uses the pool it is given. */
export const UNUSED_ADDRESS = 'postgresql://pool@localhost/pool';
