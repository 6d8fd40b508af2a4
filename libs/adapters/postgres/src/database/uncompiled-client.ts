import pg from 'pg';

/** Its compiler takes longer than any statement of the service: some ten milliseconds, again on each connection. */
const NO_JIT = '-c jit=off';

/** A connection on which PostgreSQL compiles no statement, whatever plan it estimates. */
export class UncompiledClient extends pg.Client {
  /** The driver's reading of URL and environment. */
  declare readonly connectionParameters: { options?: string | undefined };

  constructor(config?: pg.ClientConfig) {
    super(config);
    const { options } = this.connectionParameters;
    this.connectionParameters.options = options ? `${options} ${NO_JIT}` : NO_JIT;
  }
}
