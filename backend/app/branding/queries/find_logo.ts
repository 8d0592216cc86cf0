import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

/** A logo by its hash, as long as it is that of an organization that is open. */
export async function findLogo(hash: string): Promise<{ mimeType: string; bytes: Buffer } | null> {
  const row: { mime_type: string; bytes: string } | null = await asOperator(
    'who looks at the sign-in page is in no tenant yet',
    () =>
      unscoped()
        .from('tenant_logos')
        .join('tenants', 'tenants.id', 'tenant_logos.tenant_id')
        .where('tenant_logos.hash', hash)
        .where('tenants.status', 'active')
        .select('tenant_logos.mime_type', 'tenant_logos.bytes')
        .first()
  )
  return row && { mimeType: row.mime_type, bytes: Buffer.from(row.bytes, 'base64') }
}
