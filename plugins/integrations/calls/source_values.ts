import type { AssetInfo } from '@crossdock/backend/assets'
import type { CallValues, FieldMapping } from '../contracts/index.js'
import { environmentsRead } from '@crossdock/environments/contracts'
import { KnownSecrets, MASK } from '@crossdock/kernel/secrets'
import { holds } from '@crossdock/kernel/tenancy'
import { bounded } from './shown.js'
import { fileSources, systemSources, userSources } from '../placeholders/sources.js'
import { leavesOf } from '../placeholders/values.js'

/** A mapping source with its present value. */
export interface SourceValue {
  map: keyof FieldMapping
  source: string
  value: unknown
}

/** Maximum number of sources. */
const most = 1_000
const mostChars = 500

/**
 * Returns the sources that a mapping may read, with their present values.
 * @param others further files, newest first; their custom metadata are sources too
 */
export function sourcesOf(
  { file, user, system, variables }: CallValues,
  others: AssetInfo[]
): SourceValue[] {
  const own = new Map<string, unknown>()
  for (const metadata of [file?.metadata, ...others.map((other) => other.metadata)]) {
    for (const [path, value] of leavesOf({ ...(metadata as object) })) {
      if (!own.has(path)) own.set(path, value)
    }
  }
  for (const name of fileSources) own.delete(name)
  const of = (map: keyof FieldMapping, names: readonly string[], values: CallValues['file']) =>
    names.map((source) => ({ map, source, value: values?.[source] ?? null }))
  const found = [
    ...of('fileMetadata', fileSources, file),
    ...of('userMetadata', userSources, user),
    ...of('systemFields', systemSources, system),
    ...variableSources(variables),
    ...[...own].map(([source, value]) => ({ map: 'fileMetadata' as const, source, value })),
  ]
  return found
    .slice(0, most)
    .map((one) => ({ ...one, value: bounded(one.value, KnownSecrets.none, mostChars) }))
}

/**
 * Returns the variables of the environment as entered, with masked secrets. Callers who may not see variables get
 * none.
 */
function variableSources(variables: CallValues['variables']): SourceValue[] {
  if (!variables || !holds(environmentsRead)) return []
  return variables.all().map(({ name, value, isSecret }) => ({
    map: 'systemFields',
    source: `variables.${name}`,
    value: isSecret ? MASK : value,
  }))
}
