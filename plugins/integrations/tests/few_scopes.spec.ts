import { test } from '@japa/runner'
import {
  bootApp,
  until,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { addEndpoint, connect, type ShownLog } from './fixtures.js'
import { Partner } from './partner.js'

interface Run {
  status: string
  assetName: string | null
}

interface Failing {
  errorMessage: string
}

test.group('A caller with few scopes', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let steps: object[]

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start()
    return async () => {
      await app.stop()
      await partner.stop()
    }
  })

  /** A token of an administrator with only these scopes. */
  const holding = async (...scopes: string[]): Promise<Caller> => {
    const body = { name: 'narrow', scopes }
    const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body,
    })
    return { headers: { authorization: `Bearer ${token}` } }
  }
  const list = <T>(path: string, as: Caller) => app.ok<T[]>('GET', `/api/${path}`, { as })

  group.each.setup(async () => {
    if (steps) return
    const as = acme.admin
    const system = await connect(app, as, { baseUrl: partner.url })
    const endpoint = await addEndpoint(app, as, system.id, {
      name: 'Secret orders',
      fieldMapping: { fileMetadata: { title: 'name', odd: 'missing.everywhere' } },
    })
    steps = [{ type: 'api_call', systemId: system.id, endpointId: endpoint.id, config: {} }]
    partner.answersJson({ reason: 'The account is blocked.' }, 400)
    const { id } = await app.ok<{ id: string }>('POST', '/api/integrations/workflows', {
      as,
      body: {
        name: 'Announce',
        triggerType: 'file_event',
        steps,
        triggerConfig: { eventTypes: ['file_upload'] },
      },
    })
    const body = new FormData()
    body.set('file', new Blob(['cmr']), 'cmr.pdf')
    await app.ok('POST', '/api/assets', { as, body })
    await until('the run to fail', async () => {
      const [run] = await list<Run>(`flow-executions?flowId=${id}`, as)
      return run?.status === 'failed'
    })
  })

  // Red when listExecutions() or listLogs() does not check permissions for the named objects.
  test('for runs and calls sees no names of other objects', async ({ assert }) => {
    const runs = (as: Caller) => list<Run>('flow-executions', as)
    assert.equal((await runs(acme.admin))[0]!.assetName, 'cmr.pdf')
    assert.isNull((await runs(await holding('flows.read')))[0]!.assetName)
    const named = async (as: Caller) => {
      const [log] = await list<ShownLog>('integrations/logs', as)
      const one = await app.ok<ShownLog>('GET', `/api/integrations/logs/${log!.id}`, { as })
      assert.deepEqual(one, log)
      return [one.workflowName, one.assetName]
    }
    assert.deepEqual(await named(acme.admin), ['Announce', 'cmr.pdf'])
    assert.deepEqual(await named(await holding('integrations.read')), [null, null])
    const some = await holding('integrations.read', 'flows.read')
    assert.deepEqual(await named(some), ['Announce', null])
  })

  // Red when failingWorkflows() returns the stored error of a run.
  test('for workflows sees that one fails, but not what a system answered', async ({ assert }) => {
    const failing = (as: Caller) => list<Failing>('integrations/workflows/failing', as)
    const [whole] = await failing(acme.admin)
    const [part] = await failing(await holding('flows.read'))
    assert.notEqual(part!.errorMessage, whole!.errorMessage)
    assert.include(part!.errorMessage, 'integrations.read')
  })

  // Red when the preview does not require assets.read, or a step shows warnings regardless of permissions.
  test('for workflows sees no files, and no details of endpoints without permission', async ({
    assert,
  }) => {
    const preview = (as: Caller) =>
      app.call<{ warnings: object[] }>('POST', '/api/integrations/workflows/preview', {
        as,
        body: { triggerType: 'manual', triggerConfig: {}, steps },
      })
    assert.lengthOf((await preview(acme.admin)).body.warnings, 1)
    assert.equal((await preview(await holding('flows.read'))).status, 403)
    const seen = await preview(await holding('flows.read', 'assets.read'))
    assert.deepEqual(seen.body.warnings, [])
  })
})
