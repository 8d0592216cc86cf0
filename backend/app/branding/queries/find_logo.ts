import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

/** A logo by its hash, if it belongs to an active organization. */
export async function findLogo(hash: string): Promise<{ mimeType: string; bytes: Buffer } | null> {
  const row: { mime_type: string; bytes: string } | null = await asOperator(
    'a visitor of the sign-in page has no tenant yet',
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
