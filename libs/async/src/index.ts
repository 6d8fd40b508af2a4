export { mapBounded } from './map-bounded.ts';
export { Semaphore } from './semaphore.ts';
export { ThreadPools } from './thread-pools.ts';
export { withTimeout } from './timeout.ts';
export { nodeTimers } from './timers.ts';
