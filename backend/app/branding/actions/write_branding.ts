import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { currentTenantId, insertMissing } from '@crossdock/kernel/tenancy'
import { brandingChanged } from '../event_types.js'
import { TenantBranding } from '../models/tenant_branding.js'

/** The row of the context's tenant, created if missing, and locked. Inside a transaction. */
export async function lockBranding(): Promise<TenantBranding> {
  // Concurrent writers insert the row once and then both update it.
  await insertMissing('tenant_branding', [{ updated_at: now() }])
  return TenantBranding.query().forUpdate().firstOrFail()
}

/** Records an event for changed branding. */
export const recordChanged = (changed: readonly string[]): Promise<unknown> =>
  recordEvent(brandingChanged, {
    target: { type: 'tenant', id: currentTenantId() },
    payload: { changed: [...changed] },
  })
