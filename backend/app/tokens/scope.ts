import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import type { ModelQueryBuilderContract } from '@adonisjs/lucid/types/model'
import { ApiToken } from './models/api_token.js'

type TokenQuery = ModelQueryBuilderContract<typeof ApiToken>

/** Runs `work` on the tokens of the current tenant, or on a super administrator's own. */
export function inTokenScope<T>(work: (query: TokenQuery) => Promise<T>): Promise<T> {
  if (currentContext().tenantId) return work(ApiToken.query())
  const { userId } = currentContext().actor
  return asOperator("a super administrator's tokens belong to no tenant", () =>
    work(
      ApiToken.query()
        .whereNull('tenant_id')
        .where('user_id', userId ?? '')
    )
  )
}
