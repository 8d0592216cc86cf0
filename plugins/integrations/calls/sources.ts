import { text, type FieldError, type Text } from '@crossdock/kernel/http'
import type { FieldMapping } from '../contracts/index.js'

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

/** The sources of a mapping that can never have a value. Own metadata of files may have any name. */
export function refusedSources({ userMetadata, systemFields }: FieldMapping): FieldError[] {
  return [
    ...unknown('userMetadata', userMetadata, userSources, (source, known) =>
      text('There is no field "{source}" of a person. Known: {known}.', { source, known })
    ),
    ...unknown('systemFields', systemFields, systemSources, (source, known) =>
      text('There is no field "{source}" of a run. Known: {known}.', { source, known })
    ),
  ]
}

function unknown(
  map: keyof FieldMapping,
  fields: Record<string, string> = {},
  known: readonly string[],
  says: (source: string, known: string) => Text
): FieldError[] {
  return Object.entries(fields)
    .filter(([, source]) => !known.includes(source))
    .map(([target, source]) => ({
      field: `fieldMapping.${map}.${target}`,
      rule: 'enum',
      text: says(source, known.join(', ')),
    }))
}
