import type { ContractTemplate } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { findRecord } from '../../records/find.js'
import { templateKind } from './kind.js'
import { templateSource, type TemplateSourceOptions } from './made_of.js'

export interface UpdateOptions extends TemplateSourceOptions {
  name?: string
  description?: string
  category?: string
  activate?: boolean
  deactivate?: boolean
}

/** Changes the given fields of a template. A changed contract creates a new version. */
export async function updateTemplate(
  factory: Factory,
  typed: string,
  options: UpdateOptions
): Promise<void> {
  const { name, description, category, activate, deactivate } = options
  if (activate && deactivate)
    throw new UsageError('--activate and --deactivate exclude each other. Give one of them.')
  const about = Object.entries({ name, description, category }).filter(
    ([, value]) => value !== undefined
  )
  const body = {
    ...Object.fromEntries(about),
    ...(activate || deactivate ? { isActive: activate === true } : {}),
    ...(await templateSource(factory, options)),
  }
  if (Object.keys(body).length === 0) throw new UsageError('There is nothing to change.')
  const api = await factory.api()
  const { id } = await findRecord(api, templateKind, typed)
  const template = await api.put<ContractTemplate>(`${templateKind.path}/${id}`, body)
  if (factory.flags.json) return factory.printJson(template)
  factory.say(`Changed the template ${template.name}, version ${template.version}.`)
}
