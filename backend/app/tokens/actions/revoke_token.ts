import { now, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { missingPermission, notFound, type Problem } from '@crossdock/kernel/http'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import { readable, revocable } from '../policies/api_tokens.js'
import { liveDescendants } from '../queries/lineage.js'
import { onTokens } from '../scope.js'
import { apiTokenRevoked } from '../event_types.js'
import { tokensWrite } from '../contracts/index.js'

/**
 * Ends a token and all it has made; the events tell every process, this one before the caller has an
 * answer. They stay listed. @throws Problem 404, 403 for one the caller may see but not end
 */
export function revokeToken(id: string): Promise<void> {
  return transaction(async () => {
    const name = await onTokens(async (query) => {
      const token = await revocable(query.where('id', id)).first()
      if (!token) throw await refusal(id)
      const wasActive = token.isActive
      token.isActive = false
      token.revokedAt ??= now()
      await token.save()
      return wasActive ? token.name : null
    })
    if (name !== null) await onTokens(() => told(id, name))
    await revokeDescendants(id)
  })
}

/** The same for a token that is hidden from the caller and one that does not exist. */
async function refusal(id: string): Promise<Problem> {
  const seen = await onTokens((query) => readable(query.where('id', id)).first())
  return seen
    ? missingPermission(tokensWrite)
    : notFound('There is no API token with the id "{id}".', id)
}

/** Again until there are none left: a child may have been made while its parent was being ended. */
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
        await withContext(place, () => told(child.id, child.name))
      }
    }
  })
}

async function told(id: string, name: string): Promise<void> {
  await recordEvent(apiTokenRevoked, {
    target: { type: 'api_token', id },
    payload: { name },
  })
}
