// onBothDatabases: drafts are locked, and two first saves meet at a unique index
import { test } from '@japa/runner'
import { bootApp, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { size } from '@crossdock/kernel/testing'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { doors, Knock, password } from './doors.js'
import { FlowLab, probe, probes } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

interface Draft {
  baseVersion: number | null
  version: number | null
  revision: number
  isChanged: boolean
  name: string
  steps: { id: string; config: Record<string, unknown> }[]
  samples: Record<string, string>
  problems: { field: string; message: string }[]
  others: { userId: string; name: string | null }[]
  updatedAt: string | null
  errors: { field: string; rule: string }[]
  code: string
}

const path = '/api/integrations/workflows'

test.group('Drafts of workflows', (group) => {
  const knock = new Knock()
  let app: TestApp
  let lab: FlowLab

  group.setup(async () => {
    app = await bootApp({
      plugins: [probePlugin(new Probe()), doors(knock)],
      settings: { LOG_LEVEL: 'silent' },
    })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const as = () => lab.tenant.admin
  type Caller = TestTenant['admin']
  const show = (id: string, who: Caller = as()) =>
    app.ok<Draft>('GET', `${path}/${id}/draft`, { as: who })
  const save = (id: string, body: object, who: Caller = as()) =>
    app.call<Draft>('PUT', `${path}/${id}/draft`, {
      as: who,
      body: { name: 'Lab', triggerType: 'manual', triggerConfig: {}, steps: [], ...body },
    })
  const activate = (id: string, who: Caller = as(), body: object = {}) =>
    app.call<{ version: number; isActive: boolean; code: string; message: string }>(
      'POST',
      `${path}/${id}/activate`,
      { as: who, body }
    )

  // Red when the owner of a draft must belong to its tenant.
  test('a super administrator who works in a tenant has a draft', async ({ assert }) => {
    const id = await lab.workflow({ name: 'Lab', isActive: false })
    const { headers } = await app.superAdmin()
    const operator = { headers: { ...headers, 'x-tenant': lab.tenant.subdomain } }
    const saved = await save(id, { steps: [probe('a')] }, operator)
    assert.equal(saved.status, 200)
    assert.equal((await show(id, operator)).revision, 1)
    assert.equal((await show(id)).revision, 0)
  })

  // Red when a blank workflow gets a version, or activating keeps the draft.
  test('a workflow is created without steps, completed as a draft, and activated', async ({
    assert,
  }) => {
    const id = await lab.workflow({ name: 'Lab', isActive: false })
    const begun = await show(id)
    assert.containSubset(begun, { revision: 0, baseVersion: null, isChanged: false })
    const empty = { id: 'ask', type: 'condition', config: {} }
    const first = await save(id, { steps: [empty, probe('a')] })
    assert.equal(first.status, 200)
    assert.containSubset(first.body, { revision: 1, isChanged: true })
    assert.include(
      first.body.problems.map(({ field }) => field),
      'steps.0.config.value'
    )
    const refused = await activate(id)
    assert.equal(refused.status, 422)
    const steps = [probe('a'), probe('b')]
    const { body } = await save(id, { steps, revision: 1 })
    assert.deepEqual(body.problems, [])
    assert.containSubset((await activate(id)).body, { version: 1, isActive: true })
    const { executionId } = await lab.start(id)
    await lab.reached(executionId, 'completed')
    assert.containSubset(await show(id), { revision: 0, baseVersion: 1, updatedAt: null })
  })

  // Red when a draft changes the running definition.
  test('the active version keeps running while its draft is edited', async ({ assert }) => {
    const id = await lab.workflow({ steps: probes('a') })
    await save(id, { steps: probes('x', 'y'), baseVersion: 1 })
    const run = await lab.start(id)
    assert.equal((await lab.reached(run.id, 'completed')).totalSteps, 1)
  })

  // Red when drafts are looked up by their workflow alone.
  test('a draft belongs to its person, and activating it keeps the drafts of others', async ({
    assert,
  }) => {
    const id = await lab.workflow({ steps: probes('a') })
    const email = 'second@acme.example'
    await app.ok('POST', '/api/users', { as: as(), body: { email, role: 'admin' } })
    const other = await app.signIn(email, 'acme')
    await save(id, { name: 'Mine', steps: probes('a', 'b'), baseVersion: 1 })
    assert.containSubset(await show(id, other), { revision: 0, name: 'Lab' })
    await save(id, { name: 'Theirs', steps: probes('c'), baseVersion: 1 }, other)
    assert.lengthOf((await show(id)).others, 1)
    assert.equal((await activate(id)).body.version, 2)
    const theirs = await show(id, other)
    assert.containSubset(theirs, { name: 'Theirs', baseVersion: 1, version: 2 })
    // Red when the base is not compared: one change would undo the other.
    const late = await activate(id, other)
    assert.equal(late.status, 409)
    assert.equal(late.body.code, 'E_VERSION')
    assert.match(late.body.message, /version 2.*version 1/)
    const again = { name: 'Theirs', steps: probes('a', 'b', 'c'), baseVersion: 2, revision: 1 }
    assert.equal((await save(id, again, other)).status, 200)
    assert.equal((await activate(id, other)).body.version, 3)
  })

  test('a change based on another version is refused', async ({ assert }) => {
    const id = await lab.workflow({ steps: probes('a') })
    const put = (body: object) => app.call<Draft>('PUT', `${path}/${id}`, { as: as(), body })
    assert.equal((await put({ steps: probes('b'), baseVersion: 1 })).status, 200)
    const late = await put({ steps: probes('c'), baseVersion: 1 })
    assert.equal(late.status, 409)
    assert.equal(late.body.code, 'E_VERSION')
    assert.containSubset(late.body.errors, [{ field: 'baseVersion' }])
  })

  // Red when a repeated save counts as another window's.
  test('saves of one editor never conflict; a second window gets an error', async ({ assert }) => {
    const id = await lab.workflow({ steps: probes('a') })
    let revision = 0
    for (let turn = 0; turn < size({ quick: 40, full: 1_000 }); turn++) {
      const { status, body } = await save(id, { name: `Lab ${turn}`, revision, baseVersion: 1 })
      assert.equal(status, 200)
      revision = body.revision
    }
    const last = { name: 'Last', revision, baseVersion: 1 }
    assert.equal((await save(id, last)).status, 200)
    // Repeats the save, as when the answer of the first was lost.
    assert.equal((await save(id, last)).body.revision, revision + 1)
    const other = await save(id, { ...last, name: 'Other window' })
    assert.equal(other.status, 409)
    assert.equal(other.body.code, 'E_DRAFT')
    assert.equal((await show(id)).name, 'Last')
  })

  // Red when the unique index is missing, or its error becomes a 500.
  test('of two concurrent first saves one is kept', async ({ assert }) => {
    const id = await lab.workflow({ steps: probes('a') })
    const names = ['One', 'Two', 'Three']
    const all = await Promise.all(names.map((name) => save(id, { name, baseVersion: 1 })))
    assert.deepEqual(
      all.map(({ status }) => status).sort((one, next) => one - next),
      [200, 409, 409]
    )
  })

  // Red when a mask is kept for another address.
  test('a draft cannot send a stored secret to another address', async ({ assert }) => {
    const step = { id: 'k', type: 'knock', config: { door: 'front', password } }
    const id = await lab.workflow({ steps: [step] })
    const [shown] = (await show(id)).steps
    assert.notInclude(JSON.stringify(shown), password)
    const moved = { ...step, config: { ...shown!.config, door: 'elsewhere' } }
    const refused = await save(id, { steps: [moved], baseVersion: 1 })
    assert.equal(refused.status, 422)
    assert.deepEqual(refused.body.errors[0]!.rule, 'moved')
    // Red when a value that claims to be sealed is kept.
    const forged = { ...step, config: { door: 'front', password: { $sealed: 'x' } } }
    assert.equal((await save(id, { steps: [forged], baseVersion: 1 })).status, 422)
    const kept = { ...step, name: 'Named', config: shown!.config }
    assert.equal((await save(id, { steps: [kept], baseVersion: 1 })).status, 200)
    await activate(id)
    knock.said.length = 0
    await lab.reached((await lab.start(id)).id, 'completed')
    assert.containSubset(knock.said, [{ password }])
  })

  // Red when an id is not checked; references to rows deleted since may stay until they are replaced.
  test('a draft cannot reference missing rows, and may keep rows deleted since', async ({
    assert,
  }) => {
    const file = await lab.upload('named.txt', 'x')
    const step = (assetId: string) => ({
      id: 'm',
      type: 'metadata_update',
      config: { metadata: { a: 1 }, assetId },
    })
    const id = await lab.workflow({ steps: [step(file)] })
    const refused = await save(id, { steps: [step('0b4c2f5e-0000-4000-8000-000000000000')] })
    assert.equal(refused.status, 422)
    assert.equal(refused.body.errors[0]!.field, 'steps.0.config.assetId')
    for (const door of ['', '?permanent=true'])
      await app.call('DELETE', `/api/assets/${file}${door}`, { as: lab.tenant.editor })
    assert.equal((await save(id, { steps: [step(file)], baseVersion: 1 })).status, 200)
  })

  // Red when a draft remains after its workflow is deleted.
  test('drafts are deleted with their workflow, and when they are discarded', async ({
    assert,
  }) => {
    const id = await lab.workflow({ steps: probes('a') })
    await save(id, { name: 'Mine', baseVersion: 1 })
    await app.ok('DELETE', `${path}/${id}/draft`, { as: as() })
    assert.equal((await show(id)).revision, 0)
    await save(id, { name: 'Mine', baseVersion: 1 })
    await app.ok('DELETE', `${path}/${id}`, { as: as() })
    const left = await inTenant(lab.tenant.id, async () =>
      tenantTable('integration_workflow_drafts').where('workflow_id', id)
    )
    assert.lengthOf(left, 0)
  })

  test('people who may not change workflows have no drafts', async ({ assert }) => {
    const id = await lab.workflow({ steps: probes('a') })
    const { status } = await app.call('GET', `${path}/${id}/draft`, { as: lab.tenant.editor })
    assert.equal(status, 403)
  })
})
