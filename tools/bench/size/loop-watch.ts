// Loaded into the service before its own modules: how long the event loop was held at most, in
// milliseconds of the thread's CPU, so that other processes of a busy machine do not count. Written on
// SIGUSR2, since the last time.
const TICK_MS = 1;

let [last, most] = [milliseconds(), 0];

function milliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

setInterval(() => {
  const now = milliseconds();
  most = Math.max(most, now - last);
  last = now;
}, TICK_MS).unref();

process.on('SIGUSR2', () => {
  process.stdout.write(`loop held: ${most.toFixed(1)}\n`);
  most = 0;
});
