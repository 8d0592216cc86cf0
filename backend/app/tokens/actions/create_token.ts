import { newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { invalid } from '@crossdock/kernel/http'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import { ApiToken } from '../models/api_token.js'
import { hashOf, newToken, prefixOf } from '../secret.js'

export interface TokenInput {
  name: string
  scopes: string[]
  expiresAt: string | null
}

/**
 * Makes a token for the caller; with no scopes it may do what they may do.
 * @returns the row and the secret, which cannot be read again. @throws Problem 422
 */
export async function createToken(
  input: TokenInput,
  grantable: ReadonlySet<string>
): Promise<{ row: ApiToken; token: string }> {
  const { tenantId, actor } = currentContext()
  const { name, expiresAt } = input
  // A token must not make one that may do more than itself.
  const narrowed = actor.type === 'token' && input.scopes.length === 0
  const scopes = narrowed ? [...grantable] : input.scopes
  const foreign = scopes.find((scope) => !grantable.has(scope))
  if (foreign) {
    throw invalid('scopes', `The scope "${foreign}" is no permission you hold yourself.`, 'scope')
  }
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) {
    throw invalid('expiresAt', 'The expiry must lie in the future.', 'future')
  }
  const token = newToken()
  const row = {
    id: newId(),
    userId: actor.userId ?? '',
    name,
    token: hashOf(token),
    prefix: prefixOf(token),
    scopes: [...new Set(scopes)],
    expiresAt,
    isActive: true,
  }
  const save = () =>
    transaction(async () => {
      const created = await ApiToken.create(row)
      await recordEvent({
        type: 'api_token_created',
        target: { type: 'api_token', id: row.id },
        payload: { name, scopes: row.scopes, expiresAt },
      })
      return created
    })
  const created = tenantId
    ? await save()
    : await asOperator("a super administrator's token belongs to no tenant", save)
  return { row: created, token }
}
