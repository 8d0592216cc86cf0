import type { ContractTemplate } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { endpointsCounted } from '../systems/made.js'
import { templateKind } from './kind.js'
import { templateSource, oneOnly, type TemplateSourceOptions } from './made_of.js'

export interface CreateOptions extends TemplateSourceOptions {
  description?: string
  category?: string
  global?: boolean
}

/** Creates a template from a system, an OpenAPI description or a definition. */
export async function createTemplate(
  factory: Factory,
  name: string,
  options: CreateOptions
): Promise<void> {
  const { description, category, global: isGlobal } = options
  const made = await templateSource(factory, options)
  if (!made) throw oneOnly()
  const api = await factory.api()
  const template = await api.post<ContractTemplate>(templateKind.path, {
    name,
    description,
    category,
    ...(isGlobal ? { isGlobal } : {}),
    ...made,
  })
  if (factory.flags.json) return factory.printJson(template)
  const { endpointCount, version, id } = template
  factory.say(
    `Created the template ${name} ${version} with ${endpointsCounted(endpointCount)}, id ${id}.`
  )
}
