// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import {
  bootApp,
  FeedReader,
  until,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { testDatabase } from '@crossdock/kernel/testing'
import { startSystem } from '../../../tests/matrix/furnished_tenant.js'
import { Operator, type Refusal } from './support.js'

interface Identified {
  id: string
}

test.group('suspension', (group) => {
  let app: TestApp
  let operator: Operator
  let system: Awaited<ReturnType<typeof startSystem>>

  group.setup(async () => {
    system = await startSystem()
    app = await bootApp({
      settings: { LOG_LEVEL: 'silent', EGRESS_ALLOW: ['127.0.0.1/32'] },
    })
    operator = new Operator(app)
    return async () => {
      await app.stop()
      system.close()
    }
  })

  const jobsOf = ({ id }: Identified) =>
    app.inside(() =>
      asOperator('look at the jobs', async (): Promise<{ name: string; state: string }[]> =>
        unscoped().from('jobs').where('tenant_id', id).select('name', 'state')
      )
    )

  /** A workflow that calls a system for each new file. */
  async function callsForEachFile({ admin: as }: TestTenant): Promise<void> {
    const { id: systemId } = await app.ok<Identified>('POST', '/api/integrations/systems', {
      as,
      body: {
        name: 'Partner',
        systemType: 'api',
        baseUrl: system.url,
        authType: 'bearer',
        authConfig: {},
        capabilities: ['send'],
      },
    })
    const { id: endpointId } = await app.ok<Identified>(
      'POST',
      `/api/integrations/systems/${systemId}/endpoints`,
      {
        as,
        body: {
          name: 'Notify',
          path: '/notify',
          method: 'POST',
          endpointType: 'outbound',
          triggers: ['file_upload'],
        },
      }
    )
    await app.ok('POST', '/api/integrations/workflows', {
      as,
      body: {
        name: 'Notify the partner',
        triggerType: 'file_event',
        triggerConfig: { eventTypes: ['file_upload'] },
        steps: [{ type: 'api_call', systemId, endpointId, config: {}, order: 1 }],
      },
    })
  }

  const upload = (as: TestTenant['admin'], name: string) => {
    const form = new FormData()
    form.set('file', new Blob([name]), name)
    return app.call<Identified>('POST', '/api/assets', { as, body: form })
  }

  test('tokens are refused with a reason for their own people, and sessions end permanently', async ({
    assert,
  }) => {
    const tenant = await app.tenant('quay')
    await operator.suspend(tenant)
    const refused = await app.call<Refusal>('GET', '/api/assets', { as: tenant.token })
    assert.equal(refused.status, 401)
    assert.equal(refused.body.code, 'E_TENANT_SUSPENDED')
    assert.include(refused.body.message, 'Your organization is suspended')
    // No one else gets this reason: an unknown token stays unknown, even if the request names the tenant.
    const stranger = { headers: { authorization: 'Bearer cdk_none', 'x-tenant': tenant.id } }
    const unknown = await app.call<Refusal>('GET', '/api/assets', { as: stranger })
    assert.notEqual(unknown.body.code, 'E_TENANT_SUSPENDED')
    for (const as of [tenant.admin, tenant.editor, tenant.viewer]) {
      assert.equal((await app.call('GET', '/api/assets', { as })).status, 401)
    }
    assert.equal((await upload(tenant.token, 'late.txt')).status, 401)
    const inside = await operator.inside(tenant)
    assert.equal((await app.call('GET', '/api/assets', { as: inside })).status, 200)
    await operator.reactivate(tenant)
    assert.equal((await app.call('GET', '/api/assets', { as: tenant.token })).status, 200)
    assert.equal((await app.call('GET', '/api/assets', { as: tenant.admin })).status, 401)
  })

  test('a revoked token of a suspended tenant is still called revoked', async ({ assert }) => {
    const tenant = await app.tenant('pier')
    const [token] = await app.ok<Identified[]>('GET', '/api/api-tokens', { as: tenant.admin })
    await app.ok('DELETE', `/api/api-tokens/${token!.id}`, { as: tenant.admin })
    await operator.suspend(tenant)
    const { body } = await app.call<Refusal>('GET', '/api/assets', { as: tenant.token })
    assert.equal(body.code, 'E_TOKEN')
  })

  test('open connections of a tenant end', async () => {
    const tenant = await app.tenant('mole')
    const feed = await FeedReader.open(app.url, '/api/events/stream', tenant.token)
    await operator.suspend(tenant)
    await until('the feed to end', () => feed.ended)
  })

  test('an upload in progress is refused at its next step', async ({ assert }) => {
    const tenant = await app.tenant('lock')
    const tus = { 'tus-resumable': '1.0.0' }
    const begun = await app.call('POST', '/api/uploads', {
      as: tenant.token,
      headers: {
        ...tus,
        'upload-length': '4',
        'upload-metadata': `filename ${Buffer.from('a.txt').toString('base64')}`,
      },
    })
    const { pathname } = new URL(begun.headers.get('location')!, app.url)
    const patch = () =>
      app.call('PATCH', pathname, {
        as: tenant.token,
        headers: {
          ...tus,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': '0',
        },
        body: Buffer.from('abcd'),
      })
    await operator.suspend(tenant)
    assert.equal((await patch()).status, 401)
    await operator.reactivate(tenant)
    assert.equal((await patch()).status, 204)
  })

  // Workers check ClosedTenants before they start a claimed job.
  test('its work pauses and continues after the reactivation, and others do not wait', async ({
    assert,
  }) => {
    const tenant = await app.tenant('dock')
    const other = await app.tenant('wharf')
    await callsForEachFile(tenant)
    await callsForEachFile(other)
    await operator.suspend(tenant)
    const inside = await operator.inside(tenant)
    for (const name of ['a.txt', 'b.txt']) assert.equal((await upload(inside, name)).status, 201)
    assert.equal((await upload(other.token, 'c.txt')).status, 201)
    const runs = async (as: TestTenant['admin']) =>
      app.ok<Identified[]>('GET', '/api/flow-executions?status=completed', { as })
    await until('the run of the other tenant', async () => (await runs(other.token)).length === 1)
    await until('the jobs of the tenant to rest', async () => {
      const jobs = await jobsOf(tenant)
      return jobs.length > 0 && jobs.every(({ state }) => ['paused', 'scheduled'].includes(state))
    })
    assert.lengthOf(await runs(inside), 0)
    await operator.reactivate(tenant)
    await until('the runs to be done', async () => (await runs(tenant.token)).length === 2)
  })

  test('links stop working, as if they had never existed', async ({ assert }) => {
    const tenant = await app.tenant('buoy')
    const file = await upload(tenant.admin, 'shared.txt')
    const link = await app.ok<{ url: string }>('POST', `/api/assets/${file.body.id}/shares`, {
      as: tenant.admin,
      body: { kind: 'download', name: 'Link' },
    })
    const { pathname } = new URL(link.url)
    const ask = async () => (await fetch(`${app.url}${pathname}`)).status
    assert.equal(await ask(), 200)
    await operator.suspend(tenant)
    assert.equal(await ask(), 404)
    await operator.reactivate(tenant)
    assert.equal(await ask(), 200)
  })

  test('another process learns it from the event log', async ({ assert }) => {
    const tenant = await app.tenant('berth')
    const other = await bootApp({
      database: app.database,
      settings: { LOG_LEVEL: 'silent', ROLE: 'web' },
    })
    try {
      const status = async () =>
        (await other.call('GET', '/api/assets', { as: tenant.token })).status
      assert.equal(await status(), 200)
      await operator.suspend(tenant)
      await until('the other process to refuse it', async () => (await status()) === 401)
      await operator.reactivate(tenant)
      await until('the other process to let it in', async () => (await status()) === 200)
    } finally {
      await other.stop()
    }
  }).skip(testDatabase !== 'pg', 'SQLite has one process')
})
