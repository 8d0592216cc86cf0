import { invalid, text } from '@crossdock/kernel/ground'
import { readInstant } from '@crossdock/kernel/shapes'
import type { Input, ItemInput } from '@crossdock/kernel/http'
import { createToken } from '../actions/create_token.js'
import { revokeToken } from '../actions/revoke_token.js'
import { listTokens } from '../queries/tokens.js'
import type { createTokenValidator } from '../validators/api_token.js'

export default class ApiTokensController {
  index({ list }: Input) {
    return listTokens(list)
  }

  store({ body }: Input<typeof createTokenValidator>) {
    const { name, scopes = [], expiresAt, environment } = body
    return createToken({
      name,
      scopes,
      environment,
      expiresAt: expiresAt ? instant(expiresAt) : expiresAt,
    })
  }

  destroy({ params }: ItemInput) {
    return revokeToken(params.id)
  }
}

function instant(given: string): string {
  const time = readInstant(given)
  if (!time)
    throw invalid(
      'expiresAt',
      text('"{given}" is not a date. Write it like 2026-01-31T08:00:00Z.', { given }),
      'date'
    )
  return time.toISOString()
}
