import { text, type FieldError, type Text } from '@crossdock/kernel/http'
import type { FieldMapping } from '../contracts/index.js'
import { variableNamed } from './variables.js'

/** What a mapping may read of a file beside its own metadata. */
export const fileSources = [
  ...['name', 'path', 'size', 'mimeType', 'id', 'type', 'version', 'hash', 'parentId', 'tenantId'],
  ...['uploadedBy', 'createdAt', 'updatedAt', 'trashedAt'],
] as const

/** What it may read of the person who set the call off. */
export const userSources = ['email', 'name', 'id', 'role'] as const

/** What it may read of the run. */
export const systemSources = [
  ...['executionId', 'workflowId', 'workflowName', 'stepId', 'systemId', 'systemName'],
  ...['endpointId', 'tenantId', 'environmentId', 'eventId', 'eventType', 'timestamp'],
] as const

/**
 * What a mapping cannot mean: sources that can never have a value, and fields that are filled twice.
 * Own metadata of files may have any name.
 */
export function refusedSources(mapping: FieldMapping): FieldError[] {
  const { userMetadata, systemFields } = mapping
  return [
    ...filledTwice(mapping),
    ...unknown('userMetadata', userMetadata, userSources, (source, known) =>
      text('There is no field "{source}" of a person. Known: {known}.', { source, known })
    ),
    ...unknown(
      'systemFields',
      systemFields,
      [...systemSources, 'variables.NAME'],
      (source, known) =>
        text('There is no field "{source}" of a run. Known: {known}.', { source, known })
    ),
  ]
}

/** Fields that two sources fill. */
export function filledTwice(mapping: FieldMapping): FieldError[] {
  const filled = new Map<string, string>()
  return (['fileMetadata', 'userMetadata', 'systemFields'] as const).flatMap((map) =>
    Object.keys(mapping[map] ?? {}).flatMap((target) => {
      const other = filled.get(target)
      filled.set(target, map)
      if (other === undefined) return []
      const sentence = text(
        '"{target}" is filled from {other} already. Fill it from one of them.',
        {
          target,
          other,
        }
      )
      return [{ field: `fieldMapping.${map}.${target}`, rule: 'distinct', text: sentence }]
    })
  )
}

/** Whether there is one of that name is found out when a call is made: it may be added later. */
const isVariable = (map: keyof FieldMapping, source: string) =>
  map === 'systemFields' && variableNamed(source) !== undefined

function unknown(
  map: keyof FieldMapping,
  fields: Record<string, string> = {},
  known: readonly string[],
  says: (source: string, known: string) => Text
): FieldError[] {
  return Object.entries(fields)
    .filter(([, source]) => !known.includes(source) && !isVariable(map, source))
    .map(([target, source]) => ({
      field: `fieldMapping.${map}.${target}`,
      rule: 'enum',
      text: says(source, known.join(', ')),
    }))
}
