import type { Log } from '@solano/domain';

const tell = (_fields: object, message: string) => void process.stderr.write(`${message}\n`);

/** Warnings and errors of adapters, for the operator at the terminal. */
export const stderrLog: Log = { info: () => {}, warn: tell, error: tell };
