import { missingPermission } from '@crossdock/kernel/ground'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import type { ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import type { ApiToken } from '../models/api_token.js'
import { tokensRead, tokensWrite } from '../contracts/index.js'

type TokenQuery = ModelQueryBuilderContract<typeof ApiToken>

/** Narrows to the caller's own tokens: for a person all of theirs, for a program only its own token. */
function onlyOwn(query: TokenQuery): TokenQuery {
  const { actor } = currentContext()
  return actor.type === 'user'
    ? query.where('user_id', actor.id ?? '')
    : query.where('id', actor.id ?? '')
}

/** Narrows to the tokens the caller may see: all with `tokens.read`, else their own. */
export const onlyReadable = (query: TokenQuery): TokenQuery =>
  holds(tokensRead) ? query : onlyOwn(query)

/** Narrows to the tokens the caller may revoke: all with `tokens.write`, else their own. */
export const onlyRevocable = (query: TokenQuery): TokenQuery =>
  holds(tokensWrite) ? query : onlyOwn(query)

/**
 * People may create tokens for themselves; programs only with `tokens.write`, so that revoking a stolen token ends
 * the access. `grants` limits the permissions of the new token.
 * @throws Problem 403
 */
export function assertMayCreate(): void {
  if (currentContext().actor.type !== 'user' && !holds(tokensWrite)) {
    throw missingPermission(tokensWrite)
  }
}
