import type { ApiToken } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'

/** Revokes a token, and prints the tokens that end with it. Ended tokens are found only by their id. */
export async function revokeToken(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const tokens = await api.all<ApiToken>('/api/api-tokens')
  const token = pick(tokens, typed, {
    one: 'API token',
    list: 'crossdock tokens list',
    ids: (one) => [one.id, one.prefix.toLowerCase()],
    name: (one) => (one.isActive ? one.name : ''),
    about: (one) => `${one.name}, ${one.prefix}`,
  })
  const filter = { ancestorId: token.id, status: 'active' }
  const made = await api.all<ApiToken>('/api/api-tokens', { filter })
  await api.delete(`/api/api-tokens/${token.id}`)
  if (factory.flags.json) return factory.printJson(token)
  factory.say(`Revoked the API token ${token.name} (${token.prefix}).`)
  for (const child of made) {
    factory.say(`${child.name} (${child.prefix}), created by this token, ended with it.`)
  }
}
