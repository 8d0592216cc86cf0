/** Terms of the specification, stored and used by the API. */
export const capabilities = ['send', 'receive', 'observe'] as const
export const endpointMethods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const
/** Methods of a connection test, which change nothing. */
export const checkMethods = ['GET', 'HEAD', 'OPTIONS'] as const
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

/** half_open: one call is the probe, which checks whether the system works again. */
export const circuitStates = ['closed', 'open', 'half_open'] as const

export type CircuitState = (typeof circuitStates)[number]
/** broken: its tokens no longer work, and a person must connect the system again. */
export const grantStates = ['none', 'connected', 'broken'] as const

export type GrantState = (typeof grantStates)[number]
export type Capability = (typeof capabilities)[number]
export type EndpointMethod = (typeof endpointMethods)[number]
export type CheckMethod = (typeof checkMethods)[number]
export type EndpointType = (typeof endpointTypes)[number]
export type EndpointTrigger = (typeof endpointTriggers)[number]
export type LogStatus = (typeof logStatuses)[number]
export type SendFileMode = (typeof sendFileModes)[number]
export type BindingPermission = (typeof bindingPermissions)[number]
