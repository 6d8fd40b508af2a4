import { AuditTrail } from '../audit/audit-trail.tsx';
import { PageFrame } from '../ui/page.tsx';
import { Webhooks } from '../webhooks/webhooks.tsx';
import { Keys } from './keys.tsx';
import { t } from './texts.ts';

export function Page() {
  return (
    <PageFrame title={t.title}>
      <Keys />
      <Webhooks />
      <AuditTrail />
    </PageFrame>
  );
}
