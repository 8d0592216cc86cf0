import type { ContractTemplate } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { findRecord } from '../../records/find.js'
import { templateKind } from './kind.js'
import { madeOf, type MadeOfOptions } from './made_of.js'

export interface UpdateOptions extends MadeOfOptions {
  name?: string
  description?: string
  category?: string
  activate?: boolean
  deactivate?: boolean
}

/** Changes what is given of a template; another contract makes a new version. */
export async function updateTemplate(
  factory: Factory,
  typed: string,
  options: UpdateOptions
): Promise<void> {
  const { name, description, category, activate, deactivate } = options
  if (activate && deactivate) throw new UsageError('Give one of --activate and --deactivate.')
  const about = Object.entries({ name, description, category }).filter(
    ([, value]) => value !== undefined
  )
  const body = {
    ...Object.fromEntries(about),
    ...(activate || deactivate ? { isActive: activate === true } : {}),
    ...(await madeOf(factory, options)),
  }
  if (Object.keys(body).length === 0) throw new UsageError('Say what to change.')
  const api = await factory.api()
  const { id } = await findRecord(api, templateKind, typed)
  const template = await api.put<ContractTemplate>(`${templateKind.path}/${id}`, body)
  if (factory.flags.json) return factory.printJson(template)
  factory.say(`Changed the template ${template.name}, version ${template.version}.`)
}
