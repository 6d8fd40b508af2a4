/** Output of `npm audit --json`: the advisories, or why the registry did not respond. */
export type DependencyAudit =
  | { readonly kind: 'answered'; readonly problems: readonly string[] }
  | { readonly kind: 'unanswered'; readonly reason: string };

const GRAVE = new Set(['high', 'critical']);

/**
 * Reads the report. Only grave advisories count: the others are left to the next update.
 *
 * @throws SyntaxError for a text that is not a report at all.
 */
export function readDependencyAudit(text: string): DependencyAudit {
  const report = JSON.parse(text) as Report;
  if (!report.vulnerabilities) {
    const reason = report.message ?? report.error?.summary ?? 'no report';
    return { kind: 'unanswered', reason };
  }
  const problems = Object.values(report.vulnerabilities)
    .filter(({ severity }) => GRAVE.has(severity))
    .map(({ name, severity, via }) => `${name}: ${severity}, ${titleOf(via)}`);
  return { kind: 'answered', problems };
}

interface Report {
  readonly message?: string;
  readonly error?: { readonly summary?: string };
  readonly vulnerabilities?: Readonly<Record<string, Vulnerability>>;
}

interface Vulnerability {
  readonly name: string;
  readonly severity: string;
  /** Advisories, and names of packages that bring the vulnerability with them. */
  readonly via: readonly (string | { readonly title: string; readonly url: string })[];
}

function titleOf(via: Vulnerability['via']): string {
  return via
    .map((each) => (typeof each === 'string' ? `by ${each}` : `${each.title} (${each.url})`))
    .join('; ');
}
