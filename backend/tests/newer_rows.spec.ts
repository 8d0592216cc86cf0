import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import type { Operation } from '@crossdock/kernel/http'
import { newId, now, unscoped } from '@crossdock/kernel/database'
import { pluginHost } from '@crossdock/kernel/plugin'
import { asOperator } from '@crossdock/kernel/tenancy'
import { testDatabase } from '@crossdock/kernel/testing'
import { furnishedTenant, startSystem, type FurnishedTenant } from './matrix/furnished_tenant.js'

type Columns = Record<string, unknown>

/** Ids a path may be asked with: of what this version wrote, and of what a newer one did. */
type Ids = Record<string, string[]>

/** What the parameter of a path names; the other ids are tried, too, and are simply not found. */
const kinds: [prefix: string, kind: string][] = [
  ['/api/assets/', 'asset'],
  ['/api/integrations/systems/', 'system'],
  ['/api/integrations/endpoints/', 'endpoint'],
  ['/api/integrations/workflows/', 'workflow'],
  ['/api/integrations/logs/', 'log'],
  ['/api/flow-executions/', 'execution'],
  ['/api/users/', 'user'],
  ['/api/events/parked/', 'parkedEvent'],
  ['/api/tenants/', 'tenant'],
]

const strange = ['[]', '["a"]', '"text"', 'null', '7']

test.group('Rows a newer version wrote', (group) => {
  let app: TestApp
  let acme: FurnishedTenant
  let ids: Ids

  group.setup(async () => {
    const system = await startSystem()
    const settings = { EGRESS_ALLOW: ['127.0.0.1/32'], LOG_LEVEL: 'silent' as const }
    app = await bootApp({ settings })
    acme = await furnishedTenant(app, 'acme', system.url)
    ids = await asOperator('be a newer version', plant)
    return async () => {
      await app.stop()
      system.close()
    }
  })

  /** A row like another one, with what only a newer version knows. */
  async function like(table: string, where: Columns, changes: Columns): Promise<string> {
    const row = await unscoped().from(table).where(where).first()
    // What the database gives each row itself.
    for (const column of ['seq', 'transaction', 'parent_key', 'name_key', 'modified_key'])
      delete row[column]
    // Not one of ours: the log is not held against this version's catalogue for it.
    const id = crypto.randomUUID()
    await unscoped()
      .table(table)
      .insert({ ...row, id, ...changes })
    return id
  }

  async function plant(): Promise<Ids> {
    const own = acme.ids
    const of = (id: string | undefined) => ({ id: id! })
    const run = await like('flow_execution_history', of(own.execution), {
      ...{ status: 'paused', trigger_type: 'tomorrow', execution_id: newId() },
    })
    await like(
      'flow_step_results',
      { run_id: own.execution },
      {
        ...{ run_id: run, status: 'skipped', type: 'quantum' },
      }
    )
    const steps = JSON.stringify([
      ...[{ id: 'q', type: 'quantum', systemId: null, endpointId: null, config: {}, order: 1 }],
    ])
    const workflow = await like('integration_workflows', of(own.workflow), {
      ...{ name: 'Tomorrow', trigger_type: 'tomorrow', steps },
    })
    const stepped = await like('integration_workflows', of(own.workflow), { name: 'Q', steps })
    const system = await like('external_systems', of(own.system), {
      ...{ name: 'Quantum', auth_type: 'mtls', system_type: 'quantum' },
      ...{ auth_config: 's9.unknown.format', capabilities: '["teleport"]' },
    })
    const endpoint = await like('api_endpoints', of(own.endpoint), {
      ...{ name: 'Dream', method: 'QUERY', endpoint_type: 'both', triggers: '["dream"]' },
    })
    const log = await like('integration_logs', of(own.log), { status: 'paused' })
    const user = await like('users', of(own.user), { email: 'o@acme.example', role: 'overlord' })
    const asset = await like('assets', of(own.asset), { name: 'newer', type: 'link' })
    await like('egress_allowances', of(own.egressAllowance), { network: 'tomorrow' })
    await like('sessions', { user_id: own.user }, { token: newId() })
    await unscoped()
      .from('api_tokens')
      .where('id', own.apiToken!)
      .update({ scopes: '["quantum.read"]' })
    const uploads = { tenant_id: acme.id, event_type: 'file_upload' }
    for (const payload of testDatabase === 'pg' ? strange : [...strange, '{', '']) {
      await like('middleware_events', uploads, { payload, actor_type: 'daemon' })
    }
    await like('middleware_events', uploads, { event_type: 'quantum_leap', payload: '[]' })
    await like(
      'activity_logs',
      { tenant_id: acme.id },
      { event_type: 'quantum_leap', entity_type: 'q' }
    )
    await plantJobs()
    return {
      ...Object.fromEntries(Object.entries(own).map(([kind, id]) => [kind, [id]])),
      ...{ execution: [own.execution!, run], workflow: [own.workflow!, workflow, stepped] },
      ...{ system: [own.system!, system], endpoint: [own.endpoint!, endpoint] },
      ...{ log: [own.log!, log], user: [own.user!, user], asset: [own.asset!, asset] },
    }
  }

  async function plantJobs(): Promise<void> {
    const row = {
      ...{ tenant_id: acme.id, lane: acme.id, state: 'waiting', priority: 0 },
      ...{ created_at: now(), run_at: now() },
    }
    const jobs = [
      { name: 'quantum.leap', payload: '{}', actor: '{}' },
      ...strange.map((payload) => ({ name: 'mail.send', payload, actor: '{}' })),
      ...strange.map((actor) => ({ name: 'mail.send', payload: '{}', actor })),
    ]
    await unscoped()
      .table('jobs')
      .multiInsert(jobs.map((job) => ({ ...row, ...job, id: newId() })))
  }

  function pathsOf({ path }: Operation): string[] {
    const kind = kinds.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'asset'
    const filled = ids[kind]!.map((id) => path.replace(/\{\w+\}/g, id))
    return [...new Set(filled)]
  }

  // Red when an answer's shape insists on the words this version knows.
  test('are shown, and no answer is a fault of ours', async ({ assert }) => {
    const found: string[] = []
    let tried = 0
    for (const operation of await pluginHost.use().operations()) {
      if (operation.method !== 'GET') continue
      for (const path of pathsOf(operation)) {
        for (const as of [acme.admin, acme.token, await app.superAdmin()]) {
          tried++
          // `call` itself fails when an answer is not of the declared shape.
          const status = await app.call('GET', path, { as }).then(
            (reply) => reply.status,
            (error: Error) => error.message
          )
          if (typeof status === 'string' || status >= 500) found.push(`${path}: ${status}`)
        }
      }
    }
    assert.deepEqual(found, [])
    assert.isAbove(tried, 60)
    const [shown] = await app.ok<{ status: string }[]>(
      'GET',
      `/api/flow-executions?id=${ids.execution![1]}`,
      {
        as: acme.admin,
      }
    )
    assert.exists(shown)
  })

  // Red when a consumer is given such a payload: the tenant's events behind it then wait in line.
  test('stop neither uploads nor flows nor jobs', async ({ assert }) => {
    const as = acme.admin
    const form = new FormData()
    form.set('file', new Blob(['after']), 'after.txt')
    const { id } = await app.ok<{ id: string }>('POST', '/api/assets', { as, body: form })
    await until('the flow to run', async () => {
      const runs = await app.ok<{ assetId: string }[]>(
        'GET',
        '/api/flow-executions?status=completed',
        { as }
      )
      return runs.some((run) => run.assetId === id)
    })
    await until('the feed to tell it', async () => {
      const feed = await app.ok<{ entityId: string }[]>('GET', '/api/activity', { as })
      return feed.some(({ entityId }) => entityId === id)
    })
    const rows = (table: string, where: Columns) =>
      asOperator('look at what was set aside', async () => unscoped().from(table).where(where))
    await until('the jobs to be set aside', async () => {
      const aside = await rows('jobs', { state: 'unknown' })
      return aside.length === 1 + 2 * strange.length
    })
    const unreadable = strange.length + (testDatabase === 'pg' ? 0 : 2)
    for (const consumer of ['flows.triggers', 'activity.feed']) {
      const aside = await rows('parked_events', { consumer, state: 'failed', tries: 0 })
      assert.lengthOf(aside, unreadable, consumer)
    }
    assert.lengthOf(await rows('parked_events', { tenant_id: acme.id, state: 'waiting' }), 0)
  })
})
