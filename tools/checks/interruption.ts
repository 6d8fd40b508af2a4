const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;
const SIGPIPE = 141;

export type Interruption = 'SIGINT' | 'SIGTERM' | 'SIGPIPE';

/**
 * Hands a signal, or a reader of the output who has gone, to the listener, in place of whatever
 * listened before; the process ends when it is done. Further ones wait for the first.
 */
export function onInterruption(stop: (interruption: Interruption) => Promise<unknown>): void {
  let stopping = false;
  const end = async (interruption: Interruption, code: number) => {
    if (stopping) return;
    stopping = true;
    await stop(interruption);
    process.exit(code);
  };
  for (const [signal, code] of Object.entries(SIGNALS) as [keyof typeof SIGNALS, number][]) {
    process.removeAllListeners(signal);
    process.on(signal, () => void end(signal, code));
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.removeAllListeners('error');
    stream.on('error', () => void end('SIGPIPE', SIGPIPE));
  }
}
