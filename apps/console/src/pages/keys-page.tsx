import { AuditTrail } from '../audit/audit-trail.tsx';
import { Keys } from '../keys/keys.tsx';
import { t } from '../keys/texts.ts';
import { PageFrame } from '../ui/page.tsx';
import { Webhooks } from '../webhooks/webhooks.tsx';

export function Page() {
  return (
    <PageFrame title={t.title}>
      <Keys />
      <Webhooks />
      <AuditTrail />
    </PageFrame>
  );
}
