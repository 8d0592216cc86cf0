import { paginate, searchIn, type ListDefinition, type ListRequest } from '@crossdock/kernel/http'
import { readable } from '../policies/api_tokens.js'
import { onTokens } from '../scope.js'
import { showToken } from '../transformers/api_token.js'

export const tokenList: ListDefinition = {
  resource: 'api-tokens',
  filters: { isActive: 'boolean', search: 'text' },
  sorts: {
    name: 'name',
    createdAt: 'created_at',
    lastUsedAt: 'last_used_at',
    expiresAt: 'expires_at',
  },
  defaultSort: ['createdAt', 'desc'],
}

/** A page of the tokens the caller may see, revoked ones included. */
export async function listTokens(list: ListRequest) {
  const page = await onTokens((query) =>
    paginate(readable(query), tokenList, list, { search: searchIn('name', 'prefix') })
  )
  return page.map(showToken)
}
