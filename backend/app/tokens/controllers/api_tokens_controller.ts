import { invalid, text, type Input, type ItemInput } from '@crossdock/kernel/http'
import { createToken } from '../actions/create_token.js'
import { revokeToken } from '../actions/revoke_token.js'
import { listTokens } from '../queries/tokens.js'
import { showToken } from '../transformers/api_token.js'
import type { createTokenValidator } from '../validators/api_token.js'

export default class ApiTokensController {
  index({ list }: Input) {
    return listTokens(list)
  }

  async store({ body }: Input<typeof createTokenValidator>) {
    const { name, scopes = [], expiresAt } = body
    const { row, token } = await createToken({
      name,
      scopes,
      expiresAt: expiresAt ? instant(expiresAt) : expiresAt,
    })
    return { ...showToken(row), token }
  }

  destroy({ params }: ItemInput) {
    return revokeToken(params.id)
  }
}

function instant(given: string): string {
  const time = Date.parse(given)
  if (Number.isNaN(time)) {
    throw invalid('expiresAt', text('"{given}" is no date.', { given }), 'date')
  }
  return new Date(time).toISOString()
}
