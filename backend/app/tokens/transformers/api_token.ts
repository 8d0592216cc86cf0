import type { Row } from '@crossdock/kernel/http'
import type { ApiToken } from '../models/api_token.js'

/** A token as it may be shown: never the secret. */
export function showToken(token: Row<ApiToken>) {
  return {
    id: token.id,
    userId: token.userId,
    parentId: token.parentId ?? null,
    name: token.name,
    scopes: token.scopes,
    prefix: token.prefix,
    expiresAt: token.expiresAt ?? null,
    lastUsedAt: token.lastUsedAt ?? null,
    isActive: token.isActive,
    createdAt: token.createdAt,
  }
}
