import type { ContractTemplate } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { printRecord } from '../../output/record.js'
import { findRecord } from '../../records/find.js'
import { templateKind } from './kind.js'

/** Prints a template with its definition, which lists omit. */
export async function showTemplate(
  factory: Factory,
  typed: string,
  { templateVersion }: { templateVersion?: string }
): Promise<void> {
  const api = await factory.api()
  const { id } = await findRecord(api, templateKind, typed)
  const version = templateVersion ? `?version=${encodeURIComponent(templateVersion)}` : ''
  const template = await api.get<ContractTemplate>(`${templateKind.path}/${id}${version}`)
  if (factory.flags.json) return factory.printJson(template)
  printRecord(factory, template)
}
