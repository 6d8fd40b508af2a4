/**
 * Does something again and again, one round after the other. Disposing waits for the round that is
 * under way.
 *
 * @param round must not fail.
 */
export function startRounds(everyMs: number, round: () => Promise<void>): AsyncDisposable {
  let running: Promise<void> | undefined;
  const run = async () => {
    await round();
    running = undefined;
  };
  const timer = setInterval(() => {
    running ??= run();
  }, everyMs);
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
