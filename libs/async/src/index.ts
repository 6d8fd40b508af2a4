export { mapBounded } from './map-bounded.ts';
export { Semaphore } from './semaphore.ts';
export { Moved } from './thread-messages.ts';
export { type OnObserved, type ThreadRun, Threads } from './threads.ts';
export { withTimeout } from './timeout.ts';
export { nodeTimers } from './timers.ts';
