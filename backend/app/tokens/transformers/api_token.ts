import { personNames, usersRead } from '@crossdock/backend/users'
import { now } from '@crossdock/kernel/database'
import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { holds } from '@crossdock/kernel/tenancy'
import type { ApiToken } from '../models/api_token.js'
import { tokenResponse, type TokenStatus } from '../validators/api_token.js'

/** Tokens without their secrets; owners appear only for callers who may read people. */
export async function showTokens(tokens: Row<ApiToken>[]) {
  const nameOf = await personNames(holds(usersRead) ? tokens.map(({ userId }) => userId) : [])
  const time = now()
  return tokens.map((token) =>
    answerOf(tokenResponse, token, { owner: nameOf(token.userId), status: statusAt(time, token) })
  )
}

function statusAt(time: string, { isActive, expiresAt }: Row<ApiToken>): TokenStatus {
  if (!isActive) return 'revoked'
  return expiresAt !== null && expiresAt <= time ? 'expired' : 'active'
}

/** A new token with its secret. */
export async function showCreated(made: { row: Row<ApiToken>; token: string }[]) {
  const shown = await showTokens(made.map(({ row }) => row))
  return made.map(({ token }, at) => ({ ...shown[at]!, token }))
}
