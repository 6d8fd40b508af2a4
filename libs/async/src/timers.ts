/** This process's timers, which go by a clock that only ever goes on. */
export const nodeTimers = {
  after(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
