import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { inApplication, pluginHost } from '@crossdock/kernel/plugin'
import type { Caller } from '@crossdock/kernel/testing'
import { stepTypes } from '../contracts/index.js'
import { flows } from '../index.js'
import { FlowLab, type Run } from './flow_lab.js'
import { Probe } from './probe.js'

interface Saved {
  id: string
  name: string
  isActive: boolean
  code: string
  message: string
}

const workflows = '/api/integrations/workflows'
const flowScopes = ['flows.read', 'flows.write', 'flows.run']
const mark = { type: 'metadata_update', config: { metadata: { seen: true } } }
const marking = { name: 'Mark', triggerType: 'manual', triggerConfig: {}, steps: [mark] }

test.group('A workflow lends only the permissions of the person who saved it', (group) => {
  let app: TestApp
  let acme: TestTenant
  let lab: FlowLab
  let assetId: string
  let endpoint: { id: string; systemId: string }

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    lab = new FlowLab(app, acme)
    assetId = await lab.upload('invoice.txt', 'one')
    const system = await app.ok<{ id: string }>('POST', '/api/integrations/systems', {
      as: acme.admin,
      body: {
        name: 'Northwind ERP',
        baseUrl: 'https://erp.northwind.example',
        systemType: 'api',
        authType: 'bearer',
        capabilities: ['send'],
      },
    })
    const path = `/api/integrations/systems/${system.id}/endpoints`
    endpoint = await app.ok('POST', path, {
      as: acme.admin,
      body: {
        name: 'Create order',
        path: '/orders',
        method: 'POST',
        endpointType: 'outbound',
        triggers: ['file_upload'],
      },
    })
    return () => app.stop()
  })

  /** A token of an administrator with only these permissions. */
  const holding = async (...scopes: string[]): Promise<Caller> => {
    const body = { name: 'narrow', scopes }
    const made = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
      as: acme.admin,
      body,
    })
    return { headers: { authorization: `Bearer ${made.token}` } }
  }
  const create = (as: Caller, body: object) =>
    app.call<Saved>('POST', workflows, { as, body: { ...marking, ...body } })
  const change = (as: Caller, id: string, body: object) =>
    app.call<Saved>('PUT', `${workflows}/${id}`, { as, body })
  const calling = () => ({
    type: 'api_call',
    systemId: endpoint.systemId,
    endpointId: endpoint.id,
    config: {},
  })

  // Red when checkDefinition does not check the permissions of its steps.
  test('a step that needs more permissions than the saver has is refused, and the missing ones are named', async ({
    assert,
  }) => {
    const narrow = await holding(...flowScopes)
    const marks = await create(narrow, {})
    assert.equal(marks.status, 403, JSON.stringify(marks.body))
    assert.equal(marks.body.code, 'E_GRANT')
    assert.include(marks.body.message, 'step 1 (Metadata update) needs assets.write')

    // Red when an approval may ask about a file that its saver may not read.
    const asks = { type: 'approval', config: { question: '{file.name}?', roles: ['viewer'] } }
    const asked = await create(narrow, { steps: [asks] })
    assert.include(asked.body.message, 'step 1 (Approval) needs assets.read')

    const writes = await holding(...flowScopes, 'assets.write')
    const calls = await create(writes, { steps: [mark, calling()] })
    assert.equal(calls.status, 403)
    assert.include(
      calls.body.message,
      'step 2 (API call) needs assets.read, integrations.use, which you do not hold'
    )
    assert.equal((await create(writes, {})).status, 201)
    // Seeing systems and their call log does not allow calling them.
    const sees = await holding(...flowScopes, 'assets.read', 'integrations.read')
    assert.equal((await create(sees, { steps: [calling()] })).status, 403)
    // Red when only top-level steps are checked, not those in branches.
    const inside = (branch: string, step: object) => ({
      type: 'condition',
      config: { value: 'file.name', operator: 'exists' },
      branches: { [branch]: [step] },
    })
    const nested = { steps: [inside('no', inside('yes', calling()))] }
    assert.equal((await create(sees, nested)).body.code, 'E_GRANT')
    // Red when a condition does not need the permission to read the file it reveals.
    assert.equal((await create(writes, { steps: [inside('no', mark)] })).body.code, 'E_GRANT')
    const uses = await holding(...flowScopes, 'assets.read', 'integrations.use')
    assert.equal((await create(uses, { steps: [calling()] })).status, 201)
    const names = await app.ok<Saved[]>('GET', workflows, { as: acme.admin })
    assert.lengthOf(names, 2)
  })

  // Red when the permissions are checked after the step.
  test('errors of a step are shown only to people who may use it', async ({ assert }) => {
    const narrow = await holding(...flowScopes)
    const { status } = await create(narrow, {
      steps: [{ ...mark, config: { metadata: { a: 1 }, assetId: 'missing' } }],
    })
    assert.equal(status, 403)
  })

  // Red when updateWorkflow compares only given steps: the saved ones would run on files of the caller's
  // choice.
  test("another person's workflow can be paused, but not redirected to other files", async ({
    assert,
  }) => {
    const { id } = (await create(acme.admin, {})).body
    const narrow = await holding(...flowScopes)
    const onUpload = {
      triggerType: 'file_event',
      triggerConfig: { eventTypes: ['file_upload'] },
    }
    assert.equal((await change(narrow, id, onUpload)).status, 403)
    assert.equal((await change(narrow, id, { steps: [mark] })).status, 403)
    assert.equal((await change(narrow, id, { isActive: false })).status, 200)
    assert.equal((await change(narrow, id, { isActive: true })).status, 403)
    const kept = await app.ok<Saved>('GET', `${workflows}/${id}`, { as: acme.admin })
    assert.containSubset(kept, { triggerType: 'manual', isActive: false })
    const writes = await holding(...flowScopes, 'assets.write')
    assert.equal((await change(writes, id, { isActive: true })).status, 200)
  })

  // Red when executeWorkflow accepts an asset without assets.read, or requires the permissions of the steps.
  test('starting a saved workflow needs flows.run, and assets.read when it names an asset', async ({
    assert,
  }) => {
    const { id } = (await create(acme.admin, {})).body
    const body = { assetId }
    const runs = await holding('flows.read', 'flows.run')
    for (const [path, given] of [
      [`${workflows}/${id}/execute`, body],
      ['/api/flow-executions/trigger', { ...body, flowId: id }],
    ] as const) {
      const refused = await app.call<Saved>('POST', path, { as: runs, body: given })
      assert.equal(refused.status, 403, path)
      assert.include(refused.body.message, '"assets.read"')
    }
    assert.lengthOf(await lab.runsOf(id), 0)

    const reads = await holding('flows.read', 'flows.run', 'assets.read')
    const path = `${workflows}/${id}/execute`
    const run = await app.ok<Run>('POST', path, { as: reads, body })
    await lab.reached(run.id, 'completed')
    // Without a file this step fails; retrying the run needs no more than starting it.
    const without = await app.ok<Run>('POST', path, { as: runs, body: {} })
    await lab.reached(without.id, 'failed')
    const retried = await app.call('POST', `/api/flow-executions/${without.id}/retry`, { as: runs })
    assert.isBelow(retried.status, 300)
    await lab.reached(without.id, 'failed')
  })

  // Red when flows starts without checking the permissions and output permissions of step types.
  test('a step type with an undeclared permission is refused at start', ({ assert }) => {
    const undeclared = { name: 'missing.permission' }
    const refused =
      /Plugin "stray" failed while contributing to "flows\.stepTypes": the step type "astray" needs "missing\.permission", which no plugin declares\. List it/
    const start = () => flows.start!({} as never)
    start()
    const host = pluginHost.use()
    for (const asked of [{ permissions: [undeclared] }, { outputPermission: undeclared }]) {
      inApplication({}, () => {
        pluginHost.provide(host)
        stepTypes.add('astray', Object.assign(new Probe(), asked), 'stray')
        assert.throws(start, refused)
      })
    }
  })
})
