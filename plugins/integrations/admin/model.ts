export const systemTypes = ['webhook', 'api', 'sync_client'] as const
export const authTypes = ['bearer', 'basic', 'oauth2', 'apikey'] as const
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

export type AuthType = (typeof authTypes)[number]
export type EndpointMethod = (typeof endpointMethods)[number]
export type EndpointType = (typeof endpointTypes)[number]
export type LogStatus = (typeof logStatuses)[number]

/** Credentials as the server shows them: secrets that are set read as a mask. */
export type AuthConfig = Partial<Record<string, string | null | Record<string, string>>>

export interface System {
  id: string
  name: string
  description: string | null
  systemType: string
  baseUrl: string | null
  authType: AuthType
  authConfig: AuthConfig
  capabilities: string[]
  isActive: boolean
  endpointCount: number
  updatedAt: string
}

type TextMap = Record<string, string>

export interface Endpoint {
  id: string
  systemId: string
  name: string
  path: string
  method: EndpointMethod
  endpointType: EndpointType
  triggers: string[]
  requestSchema: { headers?: TextMap; queryParams?: Record<string, unknown>; body?: unknown }
  responseSchema: { expectedStatus?: number[]; body?: unknown }
  fieldMapping: { fileMetadata?: TextMap; userMetadata?: TextMap; systemFields?: TextMap }
  isActive: boolean
}

export interface TestResult {
  success: boolean
  statusCode: number | null
  duration: number
  message: string
  requestData: unknown
  responseData: unknown
}

/** One call to an external system. */
export interface LogEntry {
  id: string
  executionId: string
  workflowId: string | null
  systemId: string | null
  endpointId: string | null
  assetId: string | null
  status: LogStatus
  statusCode: number | null
  duration: number | null
  createdAt: string
  errorMessage: string | null
  requestData: unknown
  responseData: unknown
}

export interface Stats {
  connectedSystems: number
  activeSystems: number
  totalEndpoints: number
  activeEndpoints: number
  totalWorkflows: number
  activeWorkflows: number
  executionsToday: number
  successRate: number | null
}

/** What an environment allows at most fits into one answer. */
export const everything = { query: { range: '[0,999]', sort: '["name","ASC"]' } }
