import { now } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { currentTenantId, insertMissing } from '@crossdock/kernel/tenancy'
import { brandingChanged } from '../event_types.js'
import { TenantBranding } from '../models/tenant_branding.js'

/** The row of the context's tenant, made when it is missing, while nobody else writes it. Inside of a transaction. */
export async function heldBranding(): Promise<TenantBranding> {
  // The first of two who write at the same time makes the row, both change it.
  await insertMissing('tenant_branding', [{ updated_at: now() }])
  return TenantBranding.query().forUpdate().firstOrFail()
}

/** Tells that it looks otherwise from now on. */
export const tellChanged = (changed: readonly string[]): Promise<unknown> =>
  recordEvent(brandingChanged, {
    target: { type: 'tenant', id: currentTenantId() },
    payload: { changed: [...changed] },
  })
