import { now, transaction } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { drawLogo } from '../contracts/index.js'
import { logosPerTenant } from '../limits.js'
import { TenantLogo } from '../models/tenant_logo.js'
import { heldBranding, tellChanged } from './write_branding.js'

/**
 * Makes a picture the logo of the context's tenant. What is kept is drawn anew from its pixels, so that nothing else that was
 * in the file is left.
 * @throws Problem 422 for what is no picture that can be taken, 429, 503
 */
export async function setLogo(bytes: Buffer): Promise<void> {
  const logo = await drawLogo(bytes, () => logosPerTenant.use(currentTenantId()))
  await transaction(async () => {
    const row = await heldBranding()
    const former = await TenantLogo.query().first()
    if (former?.hash === logo.hash) return
    if (former) await former.merge(logo).save()
    else await TenantLogo.create(logo)
    await row.merge({ updatedAt: now() }).save()
    await tellChanged(['logo'])
  })
}

/** Takes the logo away. */
export function removeLogo(): Promise<void> {
  return transaction(async () => {
    const row = await heldBranding()
    const former = await TenantLogo.query().first()
    if (!former) return
    await former.delete()
    await row.merge({ updatedAt: now() }).save()
    await tellChanged(['logo'])
  })
}
