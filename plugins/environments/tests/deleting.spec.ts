import { test } from '@japa/runner'
import { until, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, currentContext, inTenant } from '@crossdock/kernel/tenancy'
import { environmentBelongings } from '../contracts/index.js'
import { purgeEnvironment } from '../job_refs.js'
import { environmentLab, type Environment } from './support.js'

const left = new Map<string, number>()
const ended: string[] = []

/** Keeps rows for environments, and deletes them in three steps. */
const keeper = definePlugin({
  name: 'keeper',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['environments'],
  contributes: [
    contribute(environmentBelongings, (registry) =>
      registry.add('rows', {
        async end(id) {
          ended.push(`end ${id} ${currentContext().tenantId}`)
        },
        async deleteSome(id) {
          const rest = (left.get(id) ?? 0) - 1
          left.set(id, rest)
          return rest > 0
        },
      })
    ),
  ],
})

test.group('Deleting environments', (group) => {
  const lab = environmentLab(group, { plugins: [keeper] })
  let turn = 0
  let tenant: TestTenant

  group.each.setup(async () => {
    tenant = await lab().app.tenant(`acme${++turn}`)
  })

  const remove = ({ id }: { id: string }) => lab().ask('DELETE', `/${id}`)
  const restore = ({ id }: { id: string }) => lab().ask('POST', `/${id}/restore`)
  const stored = (id: string) =>
    asOperator('a test looks', () => unscoped().from('tenant_environments').where({ id }).first())
  const deleted = async () => {
    const made = await lab().make(tenant.id, 'testing')
    await lab().app.ok('DELETE', `/api/admin/environments/${made.id}`, { as: lab().operator })
    return made
  }
  /** Sets the time of deletion back by some minutes. */
  const age = (id: string, minutes: number) =>
    asOperator('a test lets time pass', async () => {
      const deleted_at = new Date(Date.now() - minutes * 60_000).toISOString()
      await unscoped().from('tenant_environments').where({ id }).update({ deleted_at })
    })
  /** Runs the job of that deletion now. */
  const purge = (id: string, deletedAt: string) =>
    lab().app.inside(() =>
      inTenant(tenant.id, () => enqueue(purgeEnvironment, { environmentId: id, deletedAt }))
    )
  const purgesEnd = () =>
    until('the job to end', () =>
      asOperator('a test looks', async () => {
        const open = await unscoped()
          .from('jobs')
          .where({ name: purgeEnvironment.name, tenant_id: tenant.id })
          .whereNotIn('state', ['scheduled', 'done', 'failed'])
        return open.length === 0
      })
    )

  test('hides it immediately, and a job deletes it after 15 minutes', async ({ assert }) => {
    const made = await lab().make(tenant.id, 'testing')
    const before = Date.now()
    assert.equal((await remove(made)).status, 204)
    assert.deepEqual(await lab().namesFor(tenant.admin), ['production'])
    assert.notInclude(
      (await lab().list(`?tenantId=${tenant.id}`)).map(({ id }) => id),
      made.id
    )
    const [gone] = await lab().list(`?tenantId=${tenant.id}&isDeleted=true`)
    assert.equal(gone!.id, made.id)
    assert.isNotNull(gone!.deletedAt)
    const named = await lab().app.call('GET', '/api/assets', {
      as: tenant.admin,
      headers: { 'x-environment': 'testing' },
    })
    assert.equal(named.status, 404)
    const [job] = await asOperator('a test looks', () =>
      unscoped().from('jobs').where({ name: purgeEnvironment.name, tenant_id: tenant.id })
    )
    const runAt = new Date(job.run_at).getTime()
    assert.isAtLeast(runAt, before + 15 * 60_000)
    assert.isAtMost(runAt, Date.now() + 15 * 60_000)
    assert.include(ended, `end ${made.id} ${tenant.id}`)
  })

  // Red when a link does not check the environment of its token, or works in `production`.
  test('links created by one of its tokens work there, and not after its deletion', async ({
    assert,
  }) => {
    const made = await lab().make(tenant.id, 'testing')
    const { app } = lab()
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: tenant.admin,
      body: { name: 'bound', environment: 'testing' },
    })
    const as = { headers: { authorization: `Bearer ${token}` } }
    const folder = await app.ok<{ id: string }>('POST', '/api/assets', {
      as,
      body: { name: `Inbox ${turn}`, type: 'folder' },
    })
    const { url } = await app.ok<{ url: string }>('POST', `/api/assets/${folder.id}/shares`, {
      as,
      body: { kind: 'upload' },
    })
    const address = `${app.url}${new URL(url).pathname}`
    const send = async (name: string) => {
      const body = new FormData()
      body.set('file', new Blob(['text']), name)
      return (await fetch(`${address}/files`, { method: 'POST', body })).status
    }
    assert.equal(await send('there.txt'), 201)
    const [event] = await asOperator('a test looks', () =>
      unscoped()
        .from('middleware_events')
        .where({ tenant_id: tenant.id, event_type: 'file_upload' })
    )
    assert.equal(event.environment_id, made.id)
    await remove(made)
    assert.equal(await send('gone.txt'), 404)
    assert.equal((await fetch(address)).status, 404)
    assert.equal((await restore(made)).status, 200)
    assert.equal(await send('back.txt'), 201)
  })

  test('production cannot be deleted', async ({ assert }) => {
    const [production] = await lab().list(`?tenantId=${tenant.id}`)
    const { status, body } = await remove(production!)
    assert.equal(status, 409)
    assert.equal(body.code, 'E_PRODUCTION')
    assert.deepEqual(await lab().namesFor(tenant.admin), ['production'])
  })

  // Red when the row is not locked and checked again in the transaction (PostgreSQL).
  test('of two concurrent deletions, one succeeds', async ({ assert }) => {
    const made = await lab().make(tenant.id, 'testing')
    const replies = await Promise.all([remove(made), remove(made), remove(made)])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [204, 404, 404])
    assert.equal((await lab().ask('PUT', `/${made.id}`, { maxWorkflows: 1 })).status, 404)
    const jobs = await asOperator('a test looks', () =>
      unscoped().from('jobs').where({ name: purgeEnvironment.name, tenant_id: tenant.id })
    )
    assert.lengthOf(jobs, 1)
  })

  test('can be undone, and its tokens work again', async ({ assert }) => {
    const made = await lab().make(tenant.id, 'testing', { maxWorkflows: 3, limits: { feeds: 1 } })
    const { token } = await lab().app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: tenant.admin,
      body: { name: 'bound', environment: 'testing' },
    })
    const bound = { headers: { authorization: `Bearer ${token}` } }
    const status = async () => (await lab().app.call('GET', '/api/assets', { as: bound })).status
    assert.equal(await status(), 200)
    await remove(made)
    // Red when the answer is a 404 that names an unknown id.
    assert.equal(await status(), 401)
    const back = await restore(made)
    assert.equal(back.status, 200)
    const stamp = { updatedAt: back.body.updatedAt }
    assert.deepEqual(await lab().show(made.id), { ...made, ...stamp, apiCallsUsed: 1 })
    assert.deepEqual(await lab().namesFor(tenant.admin), ['production', 'testing'])
    assert.equal(await status(), 200)
    const again = await restore(made)
    assert.deepEqual([again.status, again.body.code], [409, 'E_NOT_DELETED'])
  })

  test('cannot be undone when another environment has taken its name', async ({ assert }) => {
    const made = await deleted()
    const other = await lab().make(tenant.id, 'testing')
    const { status, body } = await restore(made)
    assert.deepEqual([status, body.code], [409, 'E_ENVIRONMENT_EXISTS'])
    assert.equal(body.errors![0]!.field, 'name')
    await remove(other)
    assert.equal((await restore(made)).status, 200)
  })

  test('of two concurrent restores and a creation, one succeeds', async ({ assert }) => {
    const made = await deleted()
    const make = lab().ask('POST', '', { tenantId: tenant.id, name: 'testing' })
    const replies = await Promise.all([restore(made), make])
    const conflicts = replies.filter(({ status }) => status === 409)
    assert.lengthOf(conflicts, 1)
    assert.deepEqual(await lab().namesFor(tenant.admin), ['production', 'testing'])
  })

  // Red without the check of the time, and without the check of the log.
  test('cannot be undone after 15 minutes, before and after the job ran', async ({ assert }) => {
    const made = await deleted()
    await age(made.id, 16)
    const late = await restore(made)
    assert.deepEqual([late.status, late.body.code], [409, 'E_TOO_LATE'])
    const { deletedAt } = await lab().show(made.id)
    left.set(made.id, 3)
    await purge(made.id, deletedAt!)
    await until('it to be gone', async () => !(await stored(made.id)))
    assert.equal(left.get(made.id), 0)
    const gone = await restore(made)
    assert.deepEqual([gone.status, gone.body.code], [409, 'E_TOO_LATE'])
    assert.equal((await lab().ask('GET', `/${made.id}`)).status, 404)
    const never = await restore({ id: tenant.id })
    assert.equal(never.status, 404)
  })

  // Red when the job does not check which deletion it was added for.
  test('the job of an undone deletion deletes nothing', async ({ assert }) => {
    const made = await deleted()
    const { deletedAt: first } = await lab().show(made.id)
    await restore(made)
    left.set(made.id, 3)
    await purge(made.id, first!)
    await purgesEnd()
    assert.equal(left.get(made.id), 3)
    await remove(made)
    await purge(made.id, first!)
    await purgesEnd()
    assert.equal(left.get(made.id), 3)
    assert.isNotNull((await lab().show(made.id)).deletedAt)
    // Runs again, as after a crash between its end and the commit.
    const { deletedAt } = await lab().show(made.id)
    await purge(made.id, deletedAt!)
    await until('it to be gone', async () => !(await stored(made.id)))
    await purge(made.id, deletedAt!)
    await purgesEnd()
    assert.isEmpty(
      await asOperator('a test looks', () =>
        unscoped().from('jobs').where({ name: purgeEnvironment.name, state: 'failed' })
      )
    )
  })

  test('is recorded in the tenant', async ({ assert }) => {
    const made: Environment = await deleted()
    await restore(made)
    const sentences = await until('the feed', async () => {
      const feed = await lab().app.ok<{ action: string }[]>(
        'GET',
        `/api/activity?entityType=environment&sort=["createdAt","ASC"]`,
        { as: tenant.admin }
      )
      return feed.length >= 3 && feed.map(({ action }) => action)
    })
    assert.deepEqual(sentences, [
      'Created the environment Testing',
      'Deleted the environment Testing',
      'Restored the environment Testing',
    ])
  })
})
