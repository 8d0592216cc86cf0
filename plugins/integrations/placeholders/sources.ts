import { text, type FieldError, type Text } from '@crossdock/kernel/ground'
import type { FieldMapping } from '../contracts/connector.js'
import { variableNamed } from './variables.js'

/** File fields that a mapping may read, in addition to custom metadata. */
export const fileSources = [
  'name',
  'path',
  'size',
  'mimeType',
  'id',
  'type',
  'version',
  'hash',
  'parentId',
  'tenantId',
  'uploadedBy',
  'createdAt',
  'updatedAt',
  'trashedAt',
] as const

/** Fields of the person who started the call. */
export const userSources = ['email', 'name', 'id', 'role'] as const

/** Fields of the run. */
export const systemSources = [
  'executionId',
  'workflowId',
  'workflowName',
  'stepId',
  'systemId',
  'systemName',
  'endpointId',
  'tenantId',
  'environmentId',
  'eventId',
  'eventType',
  'timestamp',
] as const

/**
 * Returns errors of a mapping: sources that can never have a value, and targets with two sources. Custom
 * metadata of a file may have any name.
 */
export function sourceErrors(mapping: FieldMapping): FieldError[] {
  const { userMetadata, systemFields } = mapping
  return [
    ...duplicateTargets(mapping),
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

/** Returns errors for targets with two sources. */
export function duplicateTargets(mapping: FieldMapping): FieldError[] {
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

/**
 * Returns whether a source is a variable. Only a call checks whether the variable exists, because it may be
 * added later.
 */
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
