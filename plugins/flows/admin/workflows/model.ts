export const fileEvents = [
  'file_upload',
  'file_update',
  'file_delete',
  'metadata_change',
  'user_action',
] as const
export const sendFileModes = ['none', 'body', 'multipart'] as const

export interface WorkflowStep {
  id: string
  type: string
  systemId?: string | null
  endpointId?: string | null
  config: Record<string, unknown>
  order: number
}

export interface TriggerConfig {
  eventTypes?: string[]
  fileTypes?: string[]
  folderPaths?: string[]
}

export interface Workflow {
  id: string
  name: string
  description: string | null
  triggerType: string
  triggerConfig: TriggerConfig
  steps: WorkflowStep[]
  isActive: boolean
  updatedAt: string
}

/** A system that steps can call, as the integrations area lists it. */
export interface CallableSystem {
  id: string
  name: string
}

/** One call of a system, as the integrations area lists it. */
export interface CallableEndpoint {
  id: string
  systemId: string
  name: string
  method: string
  path: string
  endpointType: string
}

/** What an environment allows at most fits into one answer. */
export const everything = { query: { range: '[0,999]', sort: '["name","ASC"]' } }
