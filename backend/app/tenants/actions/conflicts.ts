import { conflict, text, type Problem } from '@crossdock/kernel/http'
import type { Tenant } from '../models/tenant.js'

export const subdomainTaken = (subdomain: string): Problem =>
  conflict(
    'E_SUBDOMAIN_TAKEN',
    text('The subdomain "{subdomain}" is already taken. Choose another one.', { subdomain }),
    'subdomain'
  )

/** Says how it is with a tenant by now: somebody else may have been faster. */
export function otherStatus({ name, status, deletionBeganAt }: Tenant): Problem {
  if (deletionBeganAt !== null)
    return asConflict(
      text('The tenant "{name}" is being deleted, which cannot be taken back any more.', { name })
    )
  switch (status) {
    case 'active':
      return asConflict(text('Nothing was done: the tenant "{name}" is active.', { name }))
    case 'suspended':
      return asConflict(text('Nothing was done: the tenant "{name}" is suspended.', { name }))
    case 'deleting':
      return asConflict(
        text(
          'Nothing was done: the tenant "{name}" is to be deleted. Take that back first (POST /api/tenants/…/restore).',
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
