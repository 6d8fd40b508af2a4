import type { Caller } from '@solano/domain';
import { type Endpoint, endpoint, type OperationOf } from '../http/endpoint.ts';

/** The name of each form in its error message. */
const FORMS = {
  latest: 'forecast',
  normalized: 'normalized forecast',
  custom: 'forecast',
} as const;

type Form = keyof typeof FORMS;

/** The endpoints of the three forms of forecasts; `ending` follows the form in their paths. */
export function formEndpoints(
  ending: '' | '/export',
  operations: Readonly<Record<Form, OperationOf<Caller>>>,
): Endpoint[] {
  return (Object.keys(FORMS) as Form[]).map((form) =>
    endpoint({
      failure: { error: `Failed to retrieve ${FORMS[form]}.` },
      paths: [`/api/v0/forecasts/${form}${ending}`],
      methods: { get: operations[form] },
    }),
  );
}
