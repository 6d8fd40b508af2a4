// A process that runs the operator's command again and again: loading its modules is most of what a run costs.
// Each run evaluates the main module again, as its process does.
/** A run of the command. */
export interface CommandRun {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export interface CommandRunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The exit of a command, in place of the process's. */
class Exit extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`exit ${code}`);
    this.code = code;
  }
}

const MAIN = import.meta.resolve('../../../apps/cli/src/main.ts');

let runs = 0;

process.exit = (code) => {
  throw new Exit(Number(code ?? process.exitCode ?? 0));
};

process.on('message', ({ args, env }: CommandRun) => {
  void run(args, env).then((result) => process.send?.(result));
});

async function run(args: readonly string[], env: CommandRun['env']): Promise<CommandRunResult> {
  runs += 1;
  process.env = { ...env };
  process.argv = [...process.argv.slice(0, 2), ...args];
  process.exitCode = undefined;
  const stdout = captured(process.stdout);
  const stderr = captured(process.stderr);
  const code = await import(`${MAIN}?run=${runs}`).then(
    () => Number(process.exitCode ?? 0),
    (error: unknown) => {
      if (error instanceof Exit) return error.code;
      throw error;
    },
  );
  return { code, stdout: stdout.release(), stderr: stderr.release() };
}

/** Collects the output until it is released. */
function captured(stream: NodeJS.WriteStream) {
  const write = stream.write.bind(stream);
  let text = '';
  stream.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    return true;
  };
  return {
    release() {
      stream.write = write;
      return text;
    },
  };
}
