/** Exit codes of signals in a shell. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const SIGPIPE = 141;

/**
 * Closes opening resources before a signal, or a closed pipe of the output, ends the command: a
 * server of the command's own would outlive it. A further signal waits for the first.
 */
export function closeWhenInterrupted<T extends AsyncDisposable>(opening: Promise<T>): Promise<T> {
  const end = async (code: number) => {
    await opening.then((opened) => opened[Symbol.asyncDispose]()).catch(() => undefined);
    process.exit(code);
  };
  for (const [name, code] of Object.entries(SIGNALS)) process.on(name, () => void end(code));
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => void end(SIGPIPE));
  }
  return opening;
}
