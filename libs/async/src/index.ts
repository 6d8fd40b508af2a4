export { mapBounded } from './map-bounded.ts';
export { withTimeout } from './timeout.ts';
export { nodeTimers } from './timers.ts';
