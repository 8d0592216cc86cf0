/** The words of the specification; what is stored and what the API accepts. */
export const capabilities = ['send', 'receive', 'observe'] as const
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
export const logStatuses = ['pending', 'success', 'error', 'timeout'] as const
export const sendFileModes = ['none', 'body', 'multipart'] as const
export const bindingPermissions = ['read', 'write'] as const

export type Capability = (typeof capabilities)[number]
export type EndpointMethod = (typeof endpointMethods)[number]
export type EndpointType = (typeof endpointTypes)[number]
export type EndpointTrigger = (typeof endpointTriggers)[number]
export type LogStatus = (typeof logStatuses)[number]
export type SendFileMode = (typeof sendFileModes)[number]
export type BindingPermission = (typeof bindingPermissions)[number]
