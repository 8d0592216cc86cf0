import { missingPermission } from '@crossdock/kernel/http'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import type { ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import type { ApiToken } from '../models/api_token.js'
import { tokensRead, tokensWrite } from '../contracts/index.js'

type TokenQuery = ModelQueryBuilderContract<typeof ApiToken>

/** The caller's own: all that a person has made; of a program, whoever made it, itself alone. */
function ownOnly(query: TokenQuery): TokenQuery {
  const { actor } = currentContext()
  return actor.type === 'user'
    ? query.where('user_id', actor.id ?? '')
    : query.where('id', actor.id ?? '')
}

/** Narrows to the tokens the caller may see: everybody's with `tokens.read`, else their own. */
export const readable = (query: TokenQuery): TokenQuery =>
  holds(tokensRead) ? query : ownOnly(query)

/** Narrows to the tokens the caller may revoke: everybody's with `tokens.write`, else their own. */
export const revocable = (query: TokenQuery): TokenQuery =>
  holds(tokensWrite) ? query : ownOnly(query)

/**
 * People may make tokens for themselves; a program only with `tokens.write`, so that a token in
 * wrong hands ends when it is revoked. How much a new token may do is up to `grants`.
 * @throws Problem 403
 */
export function assertMayCreate(): void {
  if (currentContext().actor.type !== 'user' && !holds(tokensWrite)) {
    throw missingPermission(tokensWrite)
  }
}
