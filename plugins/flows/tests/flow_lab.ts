import { until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'

export interface Run {
  canRetry: boolean
  id: string
  executionId: string
  flowId: string
  flowName: string
  triggerType: string
  assetId: string | null
  status: string
  startedAt: string | null
  completedAt: string | null
  duration: number | null
  errorMessage: string | null
  totalSteps: number
  completedSteps: number
  failedSteps: number
  stepResults: {
    stepId: string
    path: string
    status: string
    startedAt: string | null
    nextTryAt: string | null
    attempts: number
    output: unknown
    errorMessage: string | null
    tries: { attempt: number; errorMessage: string | null }[]
  }[]
}

/** The errors of a refused request. */
export interface Refused {
  message: string
  errors: { field: string; rule: string; message: string }[]
}

/** Steps of the probe type, by id. */
export const probes = (...ids: string[]) => ids.map((id) => probe(id))
export const probe = (id: string, config: object = {}) => ({ id, type: 'probe', config })

/** Common actions for tests of runs, through the API. */
export class FlowLab {
  constructor(
    readonly app: TestApp,
    readonly tenant: TestTenant
  ) {}

  async workflow(body: object): Promise<string> {
    const path = '/api/integrations/workflows'
    const base = { name: 'Lab', triggerType: 'manual', triggerConfig: {} }
    const { id } = await this.app.ok<{ id: string }>('POST', path, {
      as: this.tenant.admin,
      body: { ...base, ...body },
    })
    return id
  }

  start(flowId: string, assetId?: string): Promise<Run> {
    const body = { flowId, assetId }
    return this.app.ok<Run>('POST', '/api/flow-executions/trigger', {
      as: this.tenant.editor,
      body,
    })
  }

  show(id: string): Promise<Run> {
    return this.app.ok<Run>('GET', `/api/flow-executions/${id}`, { as: this.tenant.viewer })
  }

  act(id: string, action: 'cancel' | 'retry') {
    return this.app.call<Run>('POST', `/api/flow-executions/${id}/${action}`, {
      as: this.tenant.editor,
    })
  }

  runsOf(flowId: string): Promise<Run[]> {
    const filter = encodeURIComponent(JSON.stringify({ flowId }))
    return this.app.ok<Run[]>('GET', `/api/flow-executions?filter=${filter}`, {
      as: this.tenant.viewer,
    })
  }

  reached(id: string, ...statuses: string[]): Promise<Run> {
    return until(`run ${id} to be ${statuses.join(' or ')}`, async () => {
      const run = await this.show(id)
      return statuses.includes(run.status) && run
    })
  }

  /** Jobs of the tenant that wait or run. When there are none, everything that was started is done. */
  async jobsLeft(): Promise<number> {
    const [row] = await inTenant(this.tenant.id, async () =>
      tenantTable<{ total: number }>('jobs')
        .whereNot('state', 'failed')
        // Mails about failures wait for further failures.
        .whereNot('name', 'notifications.mail')
        .count('* as total')
    )
    return Number(row!.total)
  }

  async folder(name: string, parentId: string | null = null): Promise<string> {
    const { id } = await this.app.ok<{ id: string }>('POST', '/api/assets', {
      as: this.tenant.editor,
      body: { name, type: 'folder', parentId },
    })
    return id
  }

  async upload(name: string, text: string, parentId = ''): Promise<string> {
    const body = new FormData()
    body.set('parentId', parentId)
    body.set('file', new Blob([text]), name)
    const { id } = await this.app.ok<{ id: string }>('POST', '/api/assets', {
      as: this.tenant.editor,
      body,
    })
    return id
  }
}
