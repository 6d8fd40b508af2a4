// Preloaded into a process that is measured (`node --import`): for how long its event loop stood still, since the
// last SIGUSR2. Told on standard error when the process ends.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
process.on('SIGUSR2', () => delay.reset());
process.on('exit', () => {
  const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS).toFixed(1);
  const [usual, most] = [ms(delay.percentile(99)), ms(delay.max)];
  console.error(`Stalls of the event loop: 99 % of the time under ${usual} ms, at most ${most} ms`);
});
