// Loaded before a program: its wall clock is off by as many seconds as the file CLOCK_OFFSET_FILE says at the time.
import { readFileSync } from 'node:fs';

const file = process.env.CLOCK_OFFSET_FILE as string;
const RealDate = Date;
let offsetMs = 0;

function read(): void {
  offsetMs = Number(readFileSync(file, 'utf8')) * 1_000;
}

read();
setInterval(read, 100).unref();

globalThis.Date = class extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + offsetMs);
    else super(...(args as [number]));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
} as DateConstructor;
