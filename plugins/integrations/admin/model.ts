import type { ExternalSystem } from '@crossdock/client'
import type { ChoiceFilter } from '@crossdock/admin/kit'

export { logPath, systemPath } from './paths.js'

export const endpointMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const
export const endpointTypes = ['inbound', 'outbound'] as const
export const endpointTriggers = [
  'file_upload',
  'file_update',
  'file_delete',
  'metadata_change',
  'user_action',
  'webhook',
  'scheduled',
] as const
export const sendFileModes = ['none', 'body', 'multipart'] as const
export const logStatuses = ['pending', 'success', 'error', 'timeout'] as const

export type EndpointMethod = (typeof endpointMethods)[number]
export type EndpointType = (typeof endpointTypes)[number]

/** Address of the call log with a filter. */
export const logsWhere = (filter: Record<string, unknown>): string =>
  `/integrations?tab=activity&filter=${encodeURIComponent(JSON.stringify(filter))}`

/** Whether a system was created from a description and can be imported again. */
export const isImported = ({ origin }: ExternalSystem): boolean => origin?.kind === 'openapi'

/** Address of the import into an existing system. */
export const importPath = ({ id }: Pick<ExternalSystem, 'id'>): string =>
  `/integrations/import?system=${encodeURIComponent(id)}`

/** Filters a list by active or inactive. */
export const isActiveFilter = (translate: (key: string) => string): ChoiceFilter => ({
  source: 'isActive',
  label: translate('integrations.status'),
  choices: [
    { id: true, name: translate('kit.active') },
    { id: false, name: translate('kit.inactive') },
  ],
})
