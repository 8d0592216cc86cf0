import type { Group } from '@japa/runner/core'
import vine from '@vinejs/vine'
import {
  bootApp,
  until,
  type BootOptions,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { flowsRead, stepTypes, type StepType } from '@crossdock/flows/contracts'
import { unscoped } from '@crossdock/kernel/database'
import { address, reference, secret } from '@crossdock/kernel/kinds'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { generousLimits } from '../../../backend/testing/generous_limits.js'
import { addEnvironment } from './add_environment.js'

export interface Row {
  id: string
  name: string
  isActive: boolean
  [field: string]: unknown
}

export interface Step {
  id: string
  type: string
  systemId: string | null
  endpointId: string | null
  config: Record<string, unknown>
  branches?: Record<string, Step[]>
}

export interface Item {
  kind: string
  name: string
  sourceId: string
  targetId: string | null
  action: 'create' | 'update' | 'same'
  byName: boolean
  changes: { field: string; from: string | null; to: string | null }[]
}

export interface Promotion {
  id: string | null
  sourceId: string
  targetId: string
  plan: string | null
  items: Item[]
  warnings: { code: string; kind: string; name: string; message: string }[]
  lost: string[]
  undoneAt: string | null
  undoneByName: string | null
  promotedByName: string | null
  createdAt: string | null
}

export interface Refusal {
  code: string
  message: string
  errors: { field: string; message: string }[]
}

/** A step with an address, a secret that is sent there, and a system in its config. */
const keyedConfig = vine.create({
  to: address(vine.string().optional(), { title: 'To' }),
  key: secret({ title: 'Key' }),
  system: reference('systems', { title: 'System' }),
  note: vine.string().optional(),
})
const keyed: StepType = {
  label: 'Keyed',
  description: 'Has a secret',
  config: keyedConfig,
  outputPermission: flowsRead,
  permissions: [],
  run: () => Promise.resolve({ output: null }),
}
export const keyedPlugin = definePlugin({
  name: 'keyed',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['flows'],
  contributes: [contribute(stepTypes, (registry) => registry.add('keyed', keyed))],
})

const production = 'production'

/** Workflows in `development` and their promotion to `production`, through the API. */
export class PromotionLab {
  constructor(
    readonly app: TestApp,
    readonly tenant: TestTenant,
    readonly from = 'development',
    readonly to = production
  ) {}

  /** The administrator, working in an environment. */
  in(environment: string, { headers }: Caller = this.tenant.admin): Caller {
    return { headers: { ...headers, 'x-environment': environment } }
  }

  async system(name: string, more: object = {}, environment = this.from): Promise<string> {
    const body = {
      name,
      systemType: 'api',
      authType: 'bearer',
      capabilities: ['send'],
      baseUrl: 'https://{variables.HOST}/v1',
      ...more,
    }
    return this.#make('systems', body, environment)
  }

  async endpoint(
    systemId: string,
    name: string,
    more: object = {},
    environment = this.from
  ): Promise<string> {
    const body = {
      name,
      path: '/orders',
      method: 'POST',
      endpointType: 'outbound',
      triggers: [],
      ...more,
    }
    return this.#make(`systems/${systemId}/endpoints`, body, environment)
  }

  async workflow(name: string, steps: object[], more: object = {}, environment = this.from) {
    const body = { name, triggerType: 'manual', triggerConfig: {}, steps, ...more }
    return this.#make('workflows', body, environment)
  }

  async #make(below: string, body: object, environment: string): Promise<string> {
    const { id } = await this.app.ok<Row>('POST', `/api/integrations/${below}`, {
      as: this.in(environment),
      body,
    })
    return id
  }

  change(below: string, body: object, environment = this.from): Promise<Row> {
    return this.app.ok<Row>('PUT', `/api/integrations/${below}`, {
      as: this.in(environment),
      body,
    })
  }

  tryChange(below: string, body: object, environment = this.from) {
    return this.app.call<Refusal>('PUT', `/api/integrations/${below}`, {
      as: this.in(environment),
      body,
    })
  }

  delete(below: string, environment = this.from): Promise<unknown> {
    return this.app.ok('DELETE', `/api/integrations/${below}`, { as: this.in(environment) })
  }

  show<T = Row>(below: string, environment = this.to): Promise<T> {
    return this.app.ok<T>('GET', `/api/integrations/${below}`, { as: this.in(environment) })
  }

  list(noun: string, environment = this.to): Promise<Row[]> {
    return this.show<Row[]>(noun, environment)
  }

  /** A workflow that calls an endpoint of a system, all with that name. */
  async chain(name: string, system: object = {}) {
    const systemId = await this.system(`${name} system`, system)
    const endpointId = await this.endpoint(systemId, `${name} endpoint`)
    const workflowId = await this.workflow(name, [
      { id: 'call', type: 'api_call', systemId, endpointId, config: {} },
    ])
    return { systemId, endpointId, workflowId }
  }

  ask(workflowIds: string[], more: object = {}, as = this.tenant.admin, from = this.from) {
    return this.app.call<Promotion & Refusal>('POST', `/api/environments/${from}/promotions`, {
      as,
      body: { targetId: this.to, workflowIds, ...more },
    })
  }

  async plan(...workflowIds: string[]): Promise<Promotion> {
    const { status, body } = await this.ask(workflowIds, { dryRun: true })
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
    return body
  }

  async promote(...workflowIds: string[]): Promise<Promotion> {
    const { status, body } = await this.ask(workflowIds)
    // 200: nothing differs.
    if (status !== 201 && status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
    return body
  }

  tryUndo(id: string | null, as = this.tenant.admin, at = this.to) {
    return this.app.call<Promotion & Refusal>(
      'POST',
      `/api/environments/${at}/promotions/${id}/undo`,
      { as, body: {} }
    )
  }

  promotions(at = this.to): Promise<Promotion[]> {
    return this.app.ok<Promotion[]>('GET', `/api/environments/${at}/promotions`, {
      as: this.tenant.admin,
    })
  }

  /** Waits until the feed shows a sentence. */
  async feedShows(sentence: string): Promise<void> {
    await until(`the feed to show "${sentence}"`, async () => {
      const feed = await this.app.ok<object[]>('GET', '/api/activity', { as: this.tenant.admin })
      return JSON.stringify(feed).includes(sentence)
    })
  }

  /** Everything that promotion writes, as stored. */
  rows(): Promise<Record<string, unknown[]>> {
    return this.app.inside(() =>
      asOperator('look', async () => {
        const found: Record<string, unknown[]> = {}
        for (const table of [
          'external_systems',
          'api_endpoints',
          'integration_workflows',
          'integration_workflow_versions',
          'environment_promotions',
          'promotion_counterparts',
        ]) {
          found[table] = await unscoped()
            .from(table)
            .where('tenant_id', this.tenant.id)
            .orderBy('id')
        }
        return found
      })
    )
  }
}

/** The item with a name. */
export const itemOf = ({ items }: Promotion, name: string): Item =>
  items.find((item) => item.name === name)!

export const codesOf = ({ warnings }: Promotion): string[] =>
  warnings.map(({ code }) => code).sort()

/** An application with a tenant that has `development` in addition to `production`. */
export function promotionLab(group: Group, options: BootOptions = {}): () => PromotionLab {
  let lab: PromotionLab
  group.setup(async () => {
    const app = await bootApp({ plugins: [keyedPlugin], ...options })
    const tenant = await app.tenant('acme')
    await app.inside(() => addEnvironment(tenant.id, 'development'))
    await app.limit(tenant.id, generousLimits)
    lab = new PromotionLab(app, tenant)
    return () => app.stop()
  })
  return () => lab
}
