/** This process's timers, which follow a monotonic clock. */
export const nodeTimers = {
  after(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
