import type { Share } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'

/** Revokes a link. Links that are already revoked are found only by their id. */
export async function revokeShare(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const share = pick(await api.all<Share>('/api/shares'), typed, {
    one: 'link',
    list: 'crossdock shares list',
    ids: ({ id }) => [id],
    name: ({ name, status }) => (status === 'revoked' ? '' : name),
    about: ({ name, assetName, status }) =>
      `${name}, to ${assetName ?? 'a deleted asset'}, ${status}`,
  })
  await api.delete(`/api/shares/${share.id}`)
  if (factory.flags.json) return factory.printJson(share)
  factory.say(`Revoked the link ${share.name}.`)
}
