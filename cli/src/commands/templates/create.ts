import type { ContractTemplate } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { endpointsCounted } from '../systems/made.js'
import { templateKind } from './kind.js'
import { madeOf, oneOnly, type MadeOfOptions } from './made_of.js'

export interface CreateOptions extends MadeOfOptions {
  description?: string
  category?: string
  global?: boolean
}

/** Makes a template of a system, of an OpenAPI description or of a definition. */
export async function createTemplate(
  factory: Factory,
  name: string,
  options: CreateOptions
): Promise<void> {
  const { description, category, global: isGlobal } = options
  const made = await madeOf(factory, options)
  if (!made) throw oneOnly()
  const api = await factory.api()
  const template = await api.post<ContractTemplate>(templateKind.path, {
    ...{ name, description, category },
    ...(isGlobal ? { isGlobal } : {}),
    ...made,
  })
  if (factory.flags.json) return factory.printJson(template)
  const { endpointCount, version, id } = template
  factory.say(
    `Created the template ${name} ${version} with ${endpointsCounted(endpointCount)}, id ${id}.`
  )
}
