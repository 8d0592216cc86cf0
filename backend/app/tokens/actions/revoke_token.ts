import { afterCommit, transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { notFound } from '@crossdock/kernel/http'
import { asOperator, withContext } from '@crossdock/kernel/tenancy'
import { tokenCache } from '../contracts/index.js'
import { liveDescendants } from '../queries/lineage.js'
import { onTokens } from '../scope.js'

/**
 * Ends a token and all it has made, at once in this process and within 3 s in every other one; they
 * stay listed. @throws Problem 404
 */
export function revokeToken(id: string): Promise<void> {
  return transaction(async () => {
    const name = await onTokens(async (query) => {
      const token = await query.where('id', id).first()
      if (!token) throw notFound('API token', id)
      const wasActive = token.isActive
      token.isActive = false
      await token.save()
      return wasActive ? token.name : null
    })
    if (name !== null) await onTokens(() => told(id, name))
    await revokeDescendants(id)
  })
}

/** Again until there are none left: a child may have been made while its parent was being ended. */
async function revokeDescendants(id: string): Promise<void> {
  await asOperator('a token of no tenant may have children in one', async () => {
    for (;;) {
      const below = await liveDescendants(id)
      if (below.length === 0) return
      const ids = below.map((child) => child.id)
      await unscoped().from('api_tokens').whereIn('id', ids).update({ is_active: false })
      for (const child of below) {
        const place = { tenantId: child.tenant_id, operator: child.tenant_id === null }
        await withContext(place, () => told(child.id, child.name))
      }
    }
  })
}

async function told(id: string, name: string): Promise<void> {
  await recordEvent({
    type: 'api_token_revoked',
    target: { type: 'api_token', id },
    payload: { name },
  })
  afterCommit(() => tokenCache.use().forget({ tokenId: id }))
}
