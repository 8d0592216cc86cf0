import { paginate, searchIn, type ListDefinition, type ListRequest } from '@crossdock/kernel/http'
import { readable } from '../policies/api_tokens.js'
import { onTokens } from '../scope.js'
import { inLine } from './lineage.js'
import { inStatus, listedStatuses } from './status.js'

export const tokenList: ListDefinition = {
  resource: 'api-tokens',
  filters: {
    isActive: 'boolean',
    status: listedStatuses,
    userId: 'id',
    environmentId: 'id',
    // Whatever a token has made, and what that has made.
    ancestorId: 'id',
    search: 'text',
  },
  sorts: {
    name: 'name',
    createdAt: 'created_at',
    lastUsedAt: 'last_used_at',
    expiresAt: 'expires_at',
  },
  defaultSort: ['createdAt', 'desc'],
}

/** A page of the tokens the caller may see, ended ones included. */
export function listTokens(list: ListRequest) {
  return onTokens((query) =>
    paginate(readable(query), tokenList, list, {
      search: searchIn('name', 'prefix'),
      status: inStatus,
      ancestorId: inLine,
    })
  )
}
