const PRINT_INTERVAL_MS = 2_000;

/** Shows on standard error what a command is doing once it takes longer than two seconds. */
export interface Progress {
  /** Names the current step. */
  on(phase: string): void;
  end(): void;
}

export function startProgress(): Progress {
  let phase = 'working';
  let printed = '';
  const print = () => {
    if (phase !== printed) process.stderr.write(`${phase}…\n`);
    printed = phase;
  };
  const timer = setInterval(print, PRINT_INTERVAL_MS);
  return {
    on(next) {
      phase = next;
    },
    end: () => clearInterval(timer),
  };
}
