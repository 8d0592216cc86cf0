import { afterCommit, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { notFound } from '@crossdock/kernel/http'
import { tokenCache } from '../contracts/index.js'
import { onTokens } from '../scope.js'

/** Ends a token at once; it stays listed. @throws Problem 404 */
export function revokeToken(id: string): Promise<void> {
  return transaction(() =>
    onTokens(async (query) => {
      const token = await query.where('id', id).first()
      if (!token) throw notFound('API token', id)
      if (!token.isActive) return
      token.isActive = false
      await token.save()
      await recordEvent({
        type: 'api_token_revoked',
        target: { type: 'api_token', id },
        payload: { name: token.name },
      })
      afterCommit(() => tokenCache.use().forget({ tokenId: id }))
    })
  )
}
