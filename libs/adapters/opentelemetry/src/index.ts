export * from './traced-ports.ts';
export { type TracedRequest, Tracing } from './tracing.ts';
