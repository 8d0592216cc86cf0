import { now, transaction } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { drawLogo } from '../contracts/index.js'
import { logosPerTenant } from '../limits.js'
import { TenantLogo } from '../models/tenant_logo.js'
import { lockBranding, recordChanged } from './write_branding.js'

/**
 * Sets the logo of the context's tenant. The stored picture is redrawn from the pixels, so nothing else from the file
 * remains.
 * @throws Problem 422 for an unsupported picture, 429, 503
 */
export async function setLogo(bytes: Buffer): Promise<void> {
  const logo = await drawLogo(bytes, () => logosPerTenant.use(currentTenantId()))
  await transaction(async () => {
    const row = await lockBranding()
    const former = await TenantLogo.query().first()
    if (former?.hash === logo.hash) return
    if (former) await former.merge(logo).save()
    else await TenantLogo.create(logo)
    await row.merge({ updatedAt: now() }).save()
    await recordChanged(['logo'])
  })
}

export function removeLogo(): Promise<void> {
  return transaction(async () => {
    const row = await lockBranding()
    const former = await TenantLogo.query().first()
    if (!former) return
    await former.delete()
    await row.merge({ updatedAt: now() }).save()
    await recordChanged(['logo'])
  })
}
