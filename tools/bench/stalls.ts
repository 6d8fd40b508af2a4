// Preloaded into a process that is measured (`node --import`): for how long its event loop stood still, and how much
// processor time one round of it took, since the last SIGUSR2. Written to standard error when the process ends. The
// former counts what other processes take away, too; the latter counts the main thread alone.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

let lastCpu = cpuMs();
let maxCpu = 0;
setInterval(() => {
  const cpu = cpuMs();
  maxCpu = Math.max(maxCpu, cpu - lastCpu);
  lastCpu = cpu;
}, RESOLUTION_MS).unref();

process.on('SIGUSR2', () => {
  delay.reset();
  maxCpu = 0;
});
process.on('exit', () => {
  const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS).toFixed(1);
  const [usual, most] = [ms(delay.percentile(99)), ms(delay.max)];
  const stood = `99 % of the time under ${usual} ms, at most ${most} ms`;
  console.error(`Stalls of the event loop: ${stood}; CPU at most ${maxCpu.toFixed(1)} ms`);
});

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
