import type { ExternalSystem } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { findRecord } from '../../records/find.js'
import { endpointsCounted, newSystemBody, type NewSystemOptions } from '../systems/made.js'
import { templateKind } from './kind.js'

export interface ApplyOptions extends NewSystemOptions {
  templateVersion?: string
}

/** Creates a system with endpoints from a template, and prints it. */
export async function applyTemplate(
  factory: Factory,
  typed: string,
  { templateVersion: version, ...options }: ApplyOptions
): Promise<void> {
  const api = await factory.api()
  const { id } = await findRecord(api, templateKind, typed)
  const system = await api.post<ExternalSystem>(`${templateKind.path}/${id}/apply`, {
    ...(await newSystemBody(factory, options)),
    version,
  })
  if (factory.flags.json) return factory.printJson(system)
  const { name, endpointCount, id: systemId } = system
  factory.say(`Created ${name} with ${endpointsCounted(endpointCount)}, id ${systemId}.`)
}
