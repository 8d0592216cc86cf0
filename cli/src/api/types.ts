/** The answers of the HTTP API that the command line reads, field by field as the server sends them. */

export interface Session {
  user: {
    id: string
    email: string
    firstName: string | null
    lastName: string | null
    role: string
    isSuperAdmin: boolean
    tenantId: string | null
  }
  tenant: { id: string; name: string; subdomain: string } | null
  permissions: string[]
}

export interface Verification {
  message: string
  redirectUrl?: string
}

export interface ApiToken {
  id: string
  name: string
  prefix: string
}

export interface CreatedApiToken extends ApiToken {
  token: string
}

export interface Tenant {
  id: string
  name: string
  subdomain: string
  status: string
  activeUsers: number
  storageUsed: string
  storageBytes: number
  totalAssets: number
  updatedAt: string
  createdAt: string
}

export interface Asset {
  id: string
  parentId: string | null
  name: string
  type: 'folder' | 'file'
  mimeType: string | null
  size: number | null
  version: number | null
  createdAt: string
  updatedAt: string
}

export interface Workflow {
  id: string
  name: string
  triggerType: string
  description: string | null
  isActive: boolean
}

export interface WorkflowDefinition extends Workflow {
  steps: Array<{ id: string; type: string; order: number }>
  updatedAt: string
}

export type ExecutionStatus = 'pending' | 'running' | 'completed' | 'failed' | 'cancelled'

export interface StepResult {
  stepId: string
  order: number
  type: string
  status: string
  attempts: number
  errorMessage: string | null
  startedAt: string | null
  completedAt: string | null
}

export interface Execution {
  id: string
  executionId: string
  flowId: string
  flowName: string
  triggerType: string
  status: ExecutionStatus
  createdAt: string
  startedAt: string | null
  completedAt: string | null
  duration: number | null
  errorMessage: string | null
  totalSteps: number
  completedSteps: number
  failedSteps: number
  stepResults: StepResult[]
}

export interface Plugin {
  name: string
  version: string
  dependsOn: string[]
  contributions: Array<{ kind: string; name: string }>
  health: { status: string }
}

/** RFC 9457, with the members Crossdock adds. */
export interface Problem {
  type?: string
  title?: string
  status?: number
  detail?: string
  code?: string
  requestId?: string
  message?: string
  errors?: Array<{ field?: string; rule?: string; message: string }>
}
