import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { missingPermission, notFound, type Problem } from '@crossdock/kernel/ground'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import { onlyReadable, onlyRevocable } from '../policies/api_tokens.js'
import { liveDescendants } from '../queries/lineage.js'
import { inTokenScope } from '../scope.js'
import { apiTokenRevoked } from '../event_types.js'
import { tokensWrite } from '../contracts/index.js'

/**
 * Revokes a token and all its descendants. The events update the caches of every process, this one before the
 * answer. The tokens stay listed.
 * @throws Problem 404; 403 for a token the caller may see but not revoke
 */
export function revokeToken(id: string): Promise<void> {
  return transaction(async () => {
    const name = await inTokenScope(async (query) => {
      const token = await onlyRevocable(query.where('id', id)).first()
      if (!token) throw await findRefusal(id)
      const wasActive = token.isActive
      token.isActive = false
      token.revokedAt ??= now()
      await token.save()
      return wasActive ? token.name : null
    })
    if (name !== null) await inTokenScope(() => recordRevoked(id, name))
    await revokeDescendants(id)
  })
}

/** The same error for a hidden token and for an unknown one. */
async function findRefusal(id: string): Promise<Problem> {
  const seen = await inTokenScope((query) => onlyReadable(query.where('id', id)).first())
  return seen
    ? missingPermission(tokensWrite)
    : notFound('There is no API token with the id "{id}".', id)
}

/** Repeats until there are none left, because a parallel request may have created a child. */
async function revokeDescendants(id: string): Promise<void> {
  await asOperator('a token of no tenant may have children in one', async () => {
    for (;;) {
      const below = await liveDescendants(id)
      if (below.length === 0) return
      const ids = below.map((child) => child.id)
      await unscoped()
        .from('api_tokens')
        .whereIn('id', ids)
        .update({ is_active: false, revoked_at: now() })
      for (const child of below) {
        const place = { tenantId: child.tenant_id, operator: child.tenant_id === null }
        await withContext(place, () => recordRevoked(child.id, child.name))
      }
    }
  })
}

async function recordRevoked(id: string, name: string): Promise<void> {
  await recordEvent(apiTokenRevoked, {
    target: { type: 'api_token', id },
    payload: { name },
  })
}
