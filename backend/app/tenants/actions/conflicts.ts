import { conflict, text, type Problem } from '@crossdock/kernel/ground'
import type { Tenant } from '../models/tenant.js'

export const subdomainTaken = (subdomain: string): Problem =>
  conflict(
    'E_SUBDOMAIN_TAKEN',
    text('The subdomain "{subdomain}" is already taken. Choose another one.', { subdomain }),
    'subdomain'
  )

/** Names the current status, which a parallel change may have set. */
export function statusConflict({ name, status, deletionBeganAt }: Tenant): Problem {
  if (deletionBeganAt !== null)
    return asConflict(
      text('The tenant "{name}" is being deleted and can no longer be restored.', { name })
    )
  switch (status) {
    case 'active':
      return asConflict(text('Nothing was done: the tenant "{name}" is active.', { name }))
    case 'suspended':
      return asConflict(text('Nothing was done: the tenant "{name}" is suspended.', { name }))
    case 'deleting':
      return asConflict(
        text(
          'Nothing was done: the tenant "{name}" is scheduled for deletion. Restore it first (POST /api/tenants/…/restore).',
          { name }
        )
      )
    default:
      return asConflict(
        text('Nothing was done: the status of the tenant "{name}" is "{status}".', { name, status })
      )
  }
}

const asConflict = (sentence: Parameters<typeof conflict>[1]) =>
  conflict('E_TENANT_STATUS', sentence)
