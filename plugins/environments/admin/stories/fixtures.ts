import type { EnvironmentTemplate, ManagedEnvironment, Tenant } from '@crossdock/client'
import type { FakeApi, FakeRequest } from '../../../../admin/.storybook/fake_api.js'

const defaults = {
  concurrentConnections: 50,
  rateLimitPerMinute: 100,
  maxFileSize: 100,
  maxWorkflows: 50,
  maxApiEndpoints: 100,
  maxWebhooks: 20,
  logsRetentionDays: 30,
}

const template = (
  name: EnvironmentTemplate['name'],
  apiCallsPerMonth: number,
  storageQuotaGB: number,
  maxExternalSystems: number
): EnvironmentTemplate => ({
  ...defaults,
  name,
  displayName: name,
  description: name,
  apiCallsPerMonth,
  storageQuotaGB,
  maxExternalSystems,
})

export const templates = [
  template('development', 5_000, 25, 5),
  template('testing', 10_000, 50, 8),
  template('production', 50_000, 200, 20),
]

export const tenants = ['Harbor Logistics', 'Northwind Freight'].map((name, at): Tenant => ({
  id: `ten_${at + 1}`,
  name,
  subdomain: name.toLowerCase().split(' ')[0]!,
  status: 'active',
  statusReason: null,
  statusChangedAt: null,
  statusChangedBy: null,
  deletesAt: null,
  slug: name.toLowerCase().split(' ')[0]!,
  isActive: true,
  plan: null,
  customDomain: null,
  createdAt: '2026-03-02T08:00:00.000Z',
  updatedAt: '2026-11-20T08:00:00.000Z',
  activeUsers: 12,
  invitedUsers: 0,
  storageBytes: 0,
  storageUsed: '0 GB',
  totalAssets: 0,
}))

export function environment(
  id: string,
  tenantId: string,
  name: ManagedEnvironment['name'],
  more: Partial<ManagedEnvironment> = {}
): ManagedEnvironment {
  const { displayName: _, description: __, ...limits } = templates.find((one) => one.name === name)!
  return {
    ...limits,
    id,
    tenantId,
    displayName: name[0]!.toUpperCase() + name.slice(1),
    description: null,
    isActive: true,
    apiCallsUsed: 0,
    storageUsedGB: 0,
    limits: {},
    baseUrl: null,
    customDomain: null,
    sslEnabled: true,
    metricsEnabled: true,
    alertsEnabled: true,
    deletedAt: null,
    createdAt: '2026-05-02T08:00:00.000Z',
    updatedAt: '2026-11-02T08:00:00.000Z',
    ...more,
  }
}

const demo = (): ManagedEnvironment[] => [
  environment('env_1', 'ten_1', 'production', { apiCallsUsed: 46_200, storageUsedGB: 158.4 }),
  environment('env_2', 'ten_1', 'development', { apiCallsUsed: 1_234 }),
  environment('env_3', 'ten_2', 'production', { apiCallsUsed: 40_000, storageUsedGB: 12.5 }),
  environment('env_4', 'ten_2', 'testing', { displayName: 'Staging', isActive: false }),
]

/** A fake server that stores changes of environments. */
export class FakeEnvironments {
  all: ManagedEnvironment[] = []
  calls: string[] = []
  bodies: unknown[] = []

  reset(all = demo()) {
    this.all = all
    this.calls = []
    this.bodies = []
  }

  get api(): FakeApi {
    const note = (call: string, { body }: FakeRequest) => {
      this.calls.push(call)
      this.bodies.push(body)
    }
    const shown = () => this.all.filter(({ deletedAt }) => deletedAt === null)
    const find = ({ params }: FakeRequest) => this.all.find(({ id }) => id === params.id)
    const change = (request: FakeRequest, to: Partial<ManagedEnvironment>) => {
      const next = { ...find(request)!, ...to }
      this.all = this.all.map((one) => (one.id === next.id ? next : one))
      return next
    }
    return {
      'GET /admin/tenants': ({ query }: FakeRequest) => {
        const { id, search } = filterOf(query)
        const fits = (tenant: Tenant) =>
          (!id || id.includes(tenant.id)) &&
          (!search || tenant.name.toLowerCase().includes(search.toLowerCase()))
        return tenants.filter(fits)
      },
      'GET /environments/templates': templates,
      'GET /admin/environments': ({ query }: FakeRequest) => {
        note('list', { body: query.get('filter') } as FakeRequest)
        const { tenantId, isDeleted = false } = filterOf(query)
        const wanted = this.all.filter(({ deletedAt }) => (deletedAt !== null) === isDeleted)
        const sorted = (query.get('sort') ?? '').includes('apiCallsUsed')
          ? wanted.toSorted((one, other) => other.apiCallsUsed - one.apiCallsUsed)
          : wanted
        return sorted.filter((one) => !tenantId || one.tenantId === tenantId)
      },
      'GET /admin/environments/summary': ({ query }: FakeRequest) => {
        const tenantId = query.get('tenantId')
        const all = shown().filter((one) => !tenantId || one.tenantId === tenantId)
        const sum = (of: (one: ManagedEnvironment) => number) =>
          all.reduce((total, one) => total + of(one), 0)
        const ofProduction = (one: ManagedEnvironment) => one.name === 'production'
        return {
          environments: all.length,
          activeEnvironments: all.filter(({ isActive }) => isActive).length,
          apiCallsUsed: sum((one) => one.apiCallsUsed),
          apiCallsPerMonth: sum((one) => one.apiCallsPerMonth),
          storageUsedGB: sum((one) => (ofProduction(one) ? one.storageUsedGB : 0)),
          storageQuotaGB: sum((one) => (ofProduction(one) ? one.storageQuotaGB : 0)),
        }
      },
      'GET /admin/environments/:id': (request: FakeRequest) => ({
        status: 200,
        body: find(request),
        headers: { etag: '"seen"' },
      }),
      'POST /admin/environments': (request: FakeRequest) => {
        note('create', request)
        const { tenantId, name, ...body } = request.body as ManagedEnvironment
        if (shown().some((one) => one.tenantId === tenantId && one.name === name)) {
          const message = `This tenant already has an environment "${name}".`
          const errors = [{ field: 'name', rule: 'conflict', message }]
          return { status: 409, body: { code: 'E_ENVIRONMENT_EXISTS', message, errors } }
        }
        const made = environment('env_new', tenantId, name, body)
        this.all = [...this.all, made]
        return { status: 201, body: made }
      },
      'PUT /admin/environments/:id': (request: FakeRequest) => {
        note('update', request)
        return change(request, request.body as Partial<ManagedEnvironment>)
      },
      'DELETE /admin/environments/:id': (request: FakeRequest) => {
        note('delete', request)
        change(request, { deletedAt: '2026-11-26T08:00:00.000Z' })
        return { status: 204 }
      },
      'POST /admin/environments/:id/restore': (request: FakeRequest) => {
        note('restore', request)
        return change(request, { deletedAt: null })
      },
    }
  }
}

const filterOf = (query: URLSearchParams) =>
  JSON.parse(query.get('filter') ?? '{}') as {
    id?: string[]
    search?: string
    tenantId?: string
    isDeleted?: boolean
  }
