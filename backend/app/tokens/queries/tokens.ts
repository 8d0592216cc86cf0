import { paginate, searchIn, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import { onlyReadable } from '../policies/api_tokens.js'
import { inTokenScope } from '../scope.js'
import { whereDescendants } from './lineage.js'
import { inStatus, listedStatuses } from './status.js'

export const tokenList: ListDefinition = {
  resource: 'api-tokens',
  filters: {
    isActive: 'boolean',
    status: listedStatuses,
    userId: 'id',
    environmentId: 'id',
    // Finds all descendants of a token.
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

/** A page of the tokens the caller may see, including ended ones. */
export function listTokens(list: ListRequest) {
  return inTokenScope((query) =>
    paginate(onlyReadable(query), tokenList, list, {
      search: searchIn('name', 'prefix'),
      status: inStatus,
      ancestorId: whereDescendants,
    })
  )
}
