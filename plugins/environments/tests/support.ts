import type { Group } from '@japa/runner/core'
import { unscoped } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { meters } from '@crossdock/kernel/ledger'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { bootApp, type BootOptions, type Caller, type TestApp } from '@crossdock/backend/testing'

/** A plugin with a meter, for tests of limits. */
export const feeds = definePlugin({
  name: 'feeds',
  version: '1.0.0',
  compatibility: '^0.1',
  contributes: [
    contribute(meters, (registry) =>
      registry.add('feeds', {
        shape: 'window',
        window: 'month',
        of: 'environment',
        policy: 'feeds',
        label: text('Feeds'),
        unit: 'feeds',
        limit: 5,
        refusal: {
          status: 429,
          code: 'E_QUOTA_FEEDS',
          sentence: ({ limit }) => text('No more than {limit} feeds.', { limit }),
        },
      })
    ),
  ],
})

export interface Environment {
  id: string
  tenantId: string
  name: string
  displayName: string
  isActive: boolean
  deletedAt: string | null
  createdAt: string
  updatedAt: string
  [field: string]: unknown
}

export interface Refusal {
  code: string
  message: string
  errors?: { field: string }[]
}

export const path = '/api/admin/environments'

/** Common actions for tests of environment management. */
export class EnvironmentLab {
  constructor(
    readonly app: TestApp,
    readonly operator: Caller
  ) {}

  make(tenantId: string, name: string, more: object = {}): Promise<Environment> {
    return this.app.ok('POST', path, { as: this.operator, body: { tenantId, name, ...more } })
  }

  /** Sends a request as the operator, and returns any answer. */
  ask(method: string, below = '', body?: object, headers: Record<string, string> = {}) {
    const options = { as: this.operator, headers, ...(body ? { body } : {}) }
    return this.app.call<Environment & Refusal>(method, `${path}${below}`, options)
  }

  show(id: string): Promise<Environment> {
    return this.app.ok('GET', `${path}/${id}`, { as: this.operator })
  }

  list(query = ''): Promise<Environment[]> {
    return this.app.ok('GET', `${path}${query}`, { as: this.operator })
  }

  /** The names that a person of a tenant sees. */
  async namesFor(as: Caller): Promise<string[]> {
    const list = await this.app.ok<Environment[]>('GET', '/api/tenant/environments', { as })
    return list.map(({ name }) => name).sort()
  }
}

/** Records 900 calls of an environment this month. */
export const callsMade = (tenant_id: string, scope: string) =>
  asOperator('as if calls had been made', async () => {
    const ends_at = new Date(Date.now() + 3_600_000).toISOString()
    const row = { tenant_id, scope, meter: 'apiCallsPerMonth', used: 900, granted: 0 }
    await unscoped()
      .insertQuery()
      .table('ledger_windows')
      .insert({ ...row, ends_at, elsewhere: false })
  })

/** A fresh application for a group of tests. */
export function environmentLab(group: Group, options: BootOptions = {}): () => EnvironmentLab {
  let lab: EnvironmentLab
  group.setup(async () => {
    const app = await bootApp({ ...options, plugins: [feeds, ...(options.plugins ?? [])] })
    lab = new EnvironmentLab(app, await app.superAdmin())
    return () => app.stop()
  })
  return () => lab
}
