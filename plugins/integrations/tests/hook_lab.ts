import { until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { call, type Reply } from '@crossdock/kernel/testing'

export interface ShownWebhook {
  id: string
  webhookUrl: string
  verification: string
  verificationConfig: Record<string, unknown>
  [field: string]: unknown
}

export interface ShownRequest {
  id: string
  outcome: string
  status: number
  reason: string | null
  executionId: string | null
  replayOf: string | null
  size: number
  body: string | null
  headers: Record<string, string>
  query: string
  [field: string]: unknown
}

export interface Taken {
  requestId: string
  executionId: string | null
  executionIds: string[]
}

export interface ShownWorkflow {
  id: string
  triggerConfig: { webhookUrl?: string; [field: string]: unknown }
  [field: string]: unknown
}

interface Sent {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Common actions of the webhook tests, through the API and as another system. */
export class HookLab {
  constructor(
    readonly app: TestApp,
    readonly tenant: TestTenant
  ) {}

  workflow(part: object = {}): Promise<ShownWorkflow> {
    const body = { name: 'On a call', triggerType: 'webhook', steps: [], ...part }
    const path = '/api/integrations/workflows'
    return this.app.ok('POST', path, { as: this.tenant.admin, body })
  }

  change(id: string, body: object): Promise<ShownWorkflow> {
    return this.app.ok('PUT', `/api/integrations/workflows/${id}`, { as: this.tenant.admin, body })
  }

  async webhookOf(filter: object): Promise<ShownWebhook> {
    const [found] = await this.list<ShownWebhook>('webhooks', filter)
    return found!
  }

  list<T>(what: string, filter: object): Promise<T[]> {
    const query = encodeURIComponent(JSON.stringify(filter))
    return this.app.ok('GET', `/api/integrations/${what}?filter=${query}`, {
      as: this.tenant.admin,
    })
  }

  setUp(id: string, body: object): Promise<ShownWebhook> {
    return this.app.ok('PUT', `/api/integrations/webhooks/${id}`, { as: this.tenant.token, body })
  }

  /** Sends a request like another system, whatever host the address names. */
  send<T = Taken>(url: string, { method = 'POST', body, headers }: Sent = {}): Promise<Reply<T>> {
    const { pathname, search } = new URL(url)
    return call<T>(this.app.url, method, pathname + search, {
      ...(body === undefined ? {} : { body }),
      ...(headers ? { headers } : {}),
    })
  }

  requests(filter: object): Promise<ShownRequest[]> {
    return this.list('webhook-requests', filter)
  }

  request(id: string): Promise<ShownRequest> {
    return this.app.ok('GET', `/api/integrations/webhook-requests/${id}`, {
      as: this.tenant.admin,
    })
  }

  replay(id: string): Promise<Reply<Taken>> {
    return this.app.call('POST', `/api/integrations/webhook-requests/${id}/replay`, {
      as: this.tenant.admin,
    })
  }

  ended(executionId: string) {
    return until(`run ${executionId} to end`, async () => {
      const run = await this.app.ok<{ status: string; stepResults: { output: unknown }[] }>(
        'GET',
        `/api/flow-executions/${executionId}`,
        { as: this.tenant.admin }
      )
      return ['completed', 'failed'].includes(run.status) && run
    })
  }
}
