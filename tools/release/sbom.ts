import { RELEASED_AT, type ReleasedFile, textFile } from './tarball.ts';

/** What is released, or a package that it needs. */
export interface Component {
  /** Its address in its registry, without the version: `pkg:npm/openapi-fetch`. */
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  /** An SPDX expression or, where its author gives none, the name of a licence. */
  readonly license: string;
  readonly isOptional?: boolean;
  /** As package-lock.json has it: `sha512-<base64>`. */
  readonly integrity?: string;
  /** References of the components that it needs. */
  readonly needs: readonly string[];
}

/** How a component is named by others. */
export function referenceTo({ purl, version }: Pick<Component, 'purl' | 'version'>): string {
  return `${purl}@${version}`;
}

/** A bill of materials in the form CycloneDX 1.6: what is released, and all that it needs. */
export function billOfMaterials(
  released: Component,
  components: readonly Component[],
): ReleasedFile {
  const sorted = components.toSorted((a, b) => (referenceTo(a) < referenceTo(b) ? -1 : 1));
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: RELEASED_AT.toISOString(),
      component: described(released, 'application'),
    },
    components: sorted.map((each) => described(each, 'library')),
    dependencies: [released, ...sorted].map((each) => ({
      ref: referenceTo(each),
      dependsOn: [...new Set(each.needs)].sort(),
    })),
  };
  return textFile(`${JSON.stringify(bill, null, 2)}\n`);
}

function described(component: Component, type: 'application' | 'library') {
  const { name, version, license, isOptional, integrity } = component;
  const reference = referenceTo(component);
  return {
    type,
    'bom-ref': reference,
    name,
    version,
    ...(isOptional && { scope: 'optional' }),
    ...(integrity !== undefined && { hashes: hashesOf(integrity) }),
    licenses: [licenseOf(license)],
    purl: reference,
  };
}

function licenseOf(license: string) {
  if (/^[\w.+-]+$/.test(license)) return { license: { id: license } };
  if (/^[\w.+()-]+(?: (?:AND|OR|WITH) [\w.+()-]+)+$/.test(license)) return { expression: license };
  return { license: { name: license } };
}

function hashesOf(integrity: string) {
  const [algorithm = '', digest = ''] = integrity.split('-');
  const content = Buffer.from(digest, 'base64').toString('hex');
  return [{ alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content }];
}
