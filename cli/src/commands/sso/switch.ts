import type { OauthConfig } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { findRecord } from '../../records/find.js'
import { providerKind } from './kind.js'

/** Enables or disables an identity provider. */
export async function switchProvider(
  factory: Factory,
  typed: string,
  isActive: boolean
): Promise<void> {
  const api = await factory.api()
  const { id } = await findRecord(api, providerKind, typed)
  const config = await api.put<OauthConfig>(`${providerKind.path}/${id}`, { isActive })
  if (factory.flags.json) return factory.printJson(config)
  factory.say(`${config.name} is ${config.isActive ? 'on' : 'off'}.`)
}
