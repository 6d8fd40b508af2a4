/** How a part of an installation is. */
export interface Finding {
  readonly check: string;
  readonly status: 'ok' | 'warning' | 'problem';
  /** A sentence, with advice where it is not ok. */
  readonly message: string;
  /** Address of the page about it where it is not ok. */
  readonly help?: string;
}

export function ok(check: string, message: string): Finding {
  return { check, status: 'ok', message };
}

export function warning(check: string, message: string): Finding {
  return { check, status: 'warning', message };
}

export function problem(check: string, message: string): Finding {
  return { check, status: 'problem', message };
}

/** The message of an error, with that of its cause where it says more. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  const addsCause = cause instanceof Error && !message.includes(cause.message);
  return addsCause ? `${message} (${cause.message})` : message;
}
