import { variablesIn } from '@crossdock/environments/contracts'
import { text, type FieldError, type Text } from '@crossdock/kernel/ground'
import type { Call, CallVariables } from '../contracts/index.js'
import type { ExternalSystem } from '../models/external_system.js'
import { placeholdersIn } from '../placeholders/template.js'
import { variableNamed } from '../placeholders/variables.js'

type Endpoint = Pick<Call['endpoint'], 'path' | 'requestSchema' | 'fieldMapping'>

/**
 * Warns about variables that an endpoint or its system uses but that do not exist in the environment. Calls are
 * refused until the variables are added.
 */
export function variableWarnings(
  { name: system, baseUrl }: Pick<ExternalSystem, 'name' | 'baseUrl'>,
  { path, requestSchema, fieldMapping }: Endpoint,
  variables: CallVariables | undefined
): { field: string; text: Text }[] {
  if (!variables) return []
  const { headers, queryParams, body } = requestSchema
  const mapped = Object.entries(fieldMapping.systemFields ?? {}).map(
    ([target, source]) => [`fieldMapping.systemFields.${target}`, variableNamed(source)] as const
  )
  const found: (readonly [field: string, name: string | undefined])[] = [
    ...placesIn('path', path),
    ...placesIn('requestSchema.headers', headers),
    ...placesIn('requestSchema.queryParams', queryParams),
    ...placesIn('requestSchema.body', body),
    ...mapped,
  ]
  const missing = found.filter(([, name]) => name !== undefined && !variables.has(name))
  const own = missing.map(([field, name]) => ({ field, text: absent(name!) }))
  const ofSystem = variablesIn(baseUrl ?? '').filter((name) => !variables.has(name))
  return [
    ...ofSystem.map((name) => ({
      field: 'systemId',
      text: text(
        'The base URL of {system} uses the variable {name}, which does not exist in this environment: calls are refused.',
        { name, system }
      ),
    })),
    ...own,
  ]
}

/** Like `variableWarnings`, for the parameters that a step gives to its endpoint. */
export const paramVariableWarnings = (params: unknown, variables: CallVariables): FieldError[] =>
  placesIn('config.params', params)
    .filter(([, name]) => !variables.has(name))
    .map(([field, name]) => ({ field, rule: 'exists', text: absent(name) }))

const placesIn = (field: string, template: unknown) => {
  const names = [...placeholdersIn(template)].flatMap(
    (place) => variableNamed(place.names.join('.')) ?? []
  )
  return [...new Set(names)].map((name) => [field, name] as const)
}

const absent = (name: string) =>
  text('There is no variable {name} in this environment: calls are refused.', { name })
