import type { Query } from '../api/query.ts';
import { formatRelative } from '../i18n/format.ts';
import { fill } from '../i18n/language.ts';
import { KeysCard, type Scope } from '../keys/keys-card.tsx';
import { Button } from '../ui/button.tsx';
import { attempt, notify } from '../ui/messages.tsx';
import { Card, Facts } from '../ui/page.tsx';
import { common } from '../ui/texts.ts';
import { pricesText } from './customer-table.tsx';
import { type Customer, issueCustomerKey, permitPrices, revokeCustomerKey } from './data.ts';
import { t } from './texts.ts';

/** What a key without named scopes gets. */
const USUAL: readonly Scope[] = ['read', 'plants', 'purchases', 'uploads', 'prices'];
/** The command line alone issues keys of operators. */
const OFFERED: readonly Scope[] = [...USUAL, 'keys', 'webhooks', 'audit'];

interface CustomerDetailsProps {
  readonly customer: Customer;
  /** The list that the customer is from. */
  readonly query: Query<Customer[]>;
}

/** Shows a customer with its permission and its keys, to be changed. */
export function CustomerDetails({ customer, query }: CustomerDetailsProps) {
  const { name, keys } = customer;
  return (
    <>
      <Card title={name} actions={<PermitPrices customer={customer} />}>
        <Facts
          facts={[
            [t.prices, pricesText(customer)],
            [t.folder, customer.has_folder ? common.yes : common.no],
            [t.lastUsed, formatRelative(customer.last_used_at)],
          ]}
        />
      </Card>
      <KeysCard
        query={{ ...query, data: keys }}
        offered={OFFERED}
        usual={usualOf(customer)}
        onIssue={(key) => issueCustomerKey(name, key)}
        onRevoke={(id) => revokeCustomerKey(name, id)}
      />
    </>
  );
}

/** A key does not read prices where its customer may not. */
function usualOf({ permissions }: Customer): readonly Scope[] {
  return USUAL.filter((scope) => scope !== 'prices' || permissions.includes(scope));
}

function PermitPrices({ customer: { name, permissions } }: Pick<CustomerDetailsProps, 'customer'>) {
  const permit = async (isGranted: boolean) => {
    if (!(await attempt(() => permitPrices(name, isGranted)))) return;
    const text = fill(isGranted ? t.nowPermitted : t.nowForbidden, { name });
    notify({ text, undo: () => void permit(!isGranted) });
  };
  const isGranted = permissions.includes('prices');
  return <Button onClick={() => void permit(!isGranted)}>{isGranted ? t.forbid : t.permit}</Button>;
}
