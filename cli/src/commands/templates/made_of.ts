import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { jsonOf } from '../../local_file.js'
import { findRecord } from '../../records/find.js'
import { sourceOf } from '../systems/import.js'
import { systemKind } from '../systems/kind.js'

/** The possible sources of a template. */
export interface TemplateSourceOptions {
  fromSystem?: string
  fromOpenapi?: string
  only?: string[]
  input?: string
}

/** The source in the form of the API. Undefined when none is given. */
export async function templateSource(
  factory: Factory,
  { fromSystem, fromOpenapi, only, input }: TemplateSourceOptions
): Promise<object | undefined> {
  const given = [fromSystem, fromOpenapi, input].filter((one) => one !== undefined)
  if (given.length > 1) throw oneOnly()
  if (only && fromOpenapi === undefined) {
    throw new UsageError('--only needs --from-openapi.')
  }
  if (fromSystem !== undefined) {
    return { fromSystemId: (await findRecord(await factory.api(), systemKind, fromSystem)).id }
  }
  if (fromOpenapi !== undefined) {
    return { ...(await sourceOf(factory, fromOpenapi)), ...(only ? { keys: only } : {}) }
  }
  return input === undefined ? undefined : { contractDefinition: await jsonOf(factory, input) }
}

export const oneOnly = () =>
  new UsageError('Give one of --from-system, --from-openapi and --input.')
