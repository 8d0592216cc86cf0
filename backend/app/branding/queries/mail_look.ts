import type { MailLook } from '@crossdock/kernel/mail'
import { inTenant } from '@crossdock/kernel/tenancy'
import { lookOf } from '../contracts/looks.js'
import { TenantBranding } from '../models/tenant_branding.js'
import { TenantLogo } from '../models/tenant_logo.js'

/** See `mailLooks`. */
export function mailLookOf(tenantId: string): Promise<MailLook | null> {
  return inTenant(tenantId, async () => {
    const row = await TenantBranding.query().first()
    const logo = await TenantLogo.query().first()
    if (!row && !logo) return null
    // Mails use the light theme.
    const look = row && lookOf(row, 'light')
    return {
      sender: row?.mailSender ?? row?.productName ?? null,
      productName: row?.productName ?? null,
      logo: logo && { mimeType: logo.mimeType, bytes: Buffer.from(logo.bytes, 'base64') },
      button: look && { color: look.primary, onColor: look.onPrimary },
      footer: row?.mailFooter ?? null,
    }
  })
}
