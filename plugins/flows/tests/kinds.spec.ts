import { test } from '@japa/runner'
import vine from '@vinejs/vine'
import { bootApp, migratedDatabase, type TestApp, until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import type { Problem } from '@crossdock/kernel/ground'
import { address, secret } from '@crossdock/kernel/kinds'
import { MASK } from '@crossdock/kernel/secrets'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { installed } from '../../../backend/plugins.js'
import { openAddress } from '../alerts/sealed_address.js'
import { movedSecrets } from '../definition/moved.js'
import { FlowAlert } from '../models/flow_alert.js'
import { doors, Knock, password } from './doors.js'
import { FlowLab, type Run } from './flow_lab.js'

interface Entry {
  name: string
  label: string
  schema: { properties: Record<string, { title?: string; writeOnly?: boolean }> }
  permissions?: string[]
}

interface Workflow {
  id: string
  triggerConfig: Record<string, unknown>
  steps: { id: string; type: string; config: Record<string, unknown> }[]
}

const path = '/api/integrations/workflows'
const seedFields = {
  fileTypes: ['pdf'],
  folderPaths: ['/Inbox'],
  schedule: '0 6 * * *',
  webhookUrl: 'https://here.example/hook',
}

test.group('Step types and triggers are kinds', (group) => {
  let knock: Knock
  let app: TestApp
  let lab: FlowLab

  group.setup(async () => {
    knock = new Knock()
    app = await bootApp({ plugins: [doors(knock)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const body = (config: object, more: object = {}) => ({
    name: 'Doors',
    triggerType: 'manual',
    triggerConfig: {},
    steps: [{ id: 'knock', type: 'knock', config }],
    ...more,
  })
  const save = (given: object, id?: string) =>
    app.call<Workflow & Problem>(id ? 'PUT' : 'POST', id ? `${path}/${id}` : path, {
      as: lab.tenant.admin,
      body: given,
    })
  const show = (id: string) => app.ok<Workflow>('GET', `${path}/${id}`, { as: lab.tenant.admin })
  const stored = async (id: string): Promise<string> => {
    const row = await asOperator('test', () =>
      unscoped().from('integration_workflows').where({ id }).firstOrFail()
    )
    return JSON.stringify(row)
  }
  const set = (id: string, columns: { steps: string; [column: string]: string }) =>
    asOperator('as a former version left it', async () => {
      await unscoped().from('integration_workflows').where({ id }).update(columns)
      const versions = unscoped().from('integration_workflow_versions')
      await versions.where('workflow_id', id).update({ steps: columns.steps })
    })
  const ended = async (id: string) => lab.reached((await lab.start(id)).id, 'completed', 'failed')

  test('the catalogs describe step types and triggers for people and forms', async ({ assert }) => {
    const list = (route: string) => app.ok<Entry[]>('GET', route, { as: lab.tenant.viewer })
    const steps = await list('/api/flows/step-types')
    const entry = steps.find(({ name }) => name === 'knock')
    assert.containSubset(entry, { label: 'Knock', permissions: ['flows.write'] })
    assert.containSubset(entry?.schema.properties, {
      door: { title: 'Door' },
      password: { writeOnly: true },
    })
    const triggers = await list('/api/flows/triggers')
    assert.includeMembers(
      triggers.map(({ name }) => name),
      ['file_event', 'manual', 'bell']
    )
    const anonymous = await app.call('GET', '/api/flows/triggers', {})
    assert.equal(anonymous.status, 401)
  })

  // Red when checkStepConfig or checkTrigger leave out the schema.
  test('unknown names are refused at their position', async ({ assert }) => {
    const wrong = await save(
      body(
        { door: 'front', dor: 1, timeoutMs: 60_000, retry: { attempts: 1, wait: 2 } },
        { triggerConfig: { color: 'red' } }
      )
    )
    assert.equal(wrong.status, 422)
    assert.deepEqual(
      wrong.body.errors.map(({ field, rule }) => [field, rule]),
      [
        ['triggerConfig.color', 'unknown'],
        ['steps.0.config.dor', 'unknown'],
        ['steps.0.config.retry.wait', 'unknown'],
      ]
    )
    const ofAnother = await save(
      body({ door: 'front' }, { triggerType: 'bell', triggerConfig: seedFields })
    )
    assert.includeMembers(
      ofAnother.body.errors.map(({ field }) => field),
      ['triggerConfig.fileTypes', 'triggerConfig.tone']
    )
  })

  test('the fields of the specification are kept by each of its triggers', async ({ assert }) => {
    const events = { eventTypes: ['file_upload'] }
    for (const triggerType of ['file_event', 'manual']) {
      const triggerConfig = { ...events, ...seedFields }
      const made = await save(body({ door: 'front' }, { triggerType, triggerConfig }))
      assert.equal(made.status, 201, JSON.stringify(made.body))
      assert.deepEqual((await show(made.body.id)).triggerConfig, triggerConfig)
    }
  })

  // Red when configs are stored plain, sealed for another row, or opened for the answer.
  test('secrets are sealed, shown as the mask, and open only for the try', async ({ assert }) => {
    const triggerConfig = { tone: 'c', code: 'opensesame.txt' }
    const made = await save(
      body({ door: 'front', password }, { triggerType: 'bell', triggerConfig })
    )
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id } = made.body
    for (const text of [JSON.stringify(made.body), await stored(id)]) {
      assert.notInclude(text, password)
      assert.notInclude(text, 'opensesame')
    }
    const shown = await show(id)
    assert.deepEqual(shown.triggerConfig, { tone: 'c', code: MASK })
    assert.deepEqual(shown.steps[0]!.config, { door: 'front', password: MASK })

    // Sent back as read, renamed, or in part: each keeps the secrets.
    assert.equal((await save(shown, id)).status, 200)
    assert.equal((await save({ name: 'Renamed' }, id)).status, 200)
    await lab.upload('opensesame.txt', 'x')
    const [run] = await until('the run', async () => {
      const runs = await lab.runsOf(id)
      return runs[0]?.status === 'completed' && runs
    })
    assert.deepEqual(knock.said.at(-1), { door: 'front', password })
    // Red when outputs are stored unmasked.
    assert.deepEqual(run!.stepResults[0]!.output, { heard: `the word ${MASK}` })

    // A mask under a new name or another type has no stored value.
    const moved = { ...shown, steps: [{ ...shown.steps[0]!, id: 'new' }] }
    assert.equal((await save(moved, id)).status, 200)
    assert.deepEqual((await show(id)).steps[0]!.config, { door: 'front' })
  })

  // Red when movedSecrets() is not called for steps or triggers, or compares settings of every step.
  test('a secret is not kept when the fields around it change', async ({ assert }) => {
    const triggerConfig = { tone: 'c', code: 'opensesame.txt' }
    const { id } = (
      await save(body({ door: 'front', password }, { triggerType: 'bell', triggerConfig }))
    ).body
    const step = (config: object, more: object = {}) => ({
      steps: [{ id: 'knock', type: 'knock', config, ...more }],
    })
    const refused: [object, string][] = [
      [step({ door: 'thief', password: MASK }), 'steps.0.config.password'],
      [step({ door: 'front', password: MASK }, { systemId: 'thief' }), 'steps.0.config.password'],
      [step({ door: 'front', password: MASK }, { endpointId: 'thief' }), 'steps.0.config.password'],
      [{ triggerConfig: { tone: 'd', code: MASK } }, 'triggerConfig.code'],
    ]
    for (const [change, field] of refused) {
      const { status, body } = await save(change, id)
      assert.equal(status, 422, JSON.stringify(change))
      assert.deepEqual(
        body.errors.map((error) => [error.field, error.rule]),
        [[field, 'moved']]
      )
    }
    const taken = [
      step({ door: 'front', password: MASK, timeoutMs: 60_000 }),
      step({ door: 'back', password }),
      step({ door: 'side' }),
      { triggerConfig: { tone: 'd', code: 'other.txt' } },
    ]
    for (const change of taken) assert.equal((await save(change, id)).status, 200)
  })

  // Red when keptMasks() looks only at the top level of a config.
  test('nor is one inside a map', ({ assert }) => {
    const keys = vine.record(secret({ title: 'Key' }))
    const door = address(vine.string(), { title: 'Door' })
    const kind = { label: 'Keys', description: 'Opens', config: vine.create({ door, keys }) }
    const moved = movedSecrets(
      kind,
      { door: 'front', keys: { a: MASK, b: MASK } },
      { door: 'thief', keys: { a: MASK, b: 'new' } }
    )
    assert.deepEqual(
      moved.map(({ field }) => field),
      ['keys.a']
    )
  })

  // Red when sealDefinition() looks for previous steps only at the top level, or only by id, or takes the
  // secrets of any earlier trigger; or when steps in branches are shown as stored.
  test('a secret stays with its step in a branch, while step and trigger keep their type', async ({
    assert,
  }) => {
    const inner = { id: 'inner', type: 'knock', config: { door: 'front', password } }
    const steps = (...given: object[]) => [
      {
        id: 'any',
        type: 'condition',
        config: { value: 'steps', operator: 'exists' },
        branches: { yes: given },
      },
    ]
    const triggerConfig = { tone: 'c', code: 'opensesame.txt' }
    const { id } = (
      await save(body({}, { steps: steps(inner), triggerType: 'bell', triggerConfig }))
    ).body
    const shown = await show(id)
    assert.notInclude(JSON.stringify(shown), password)
    assert.equal((await save(shown, id)).status, 200)
    assert.equal((await ended(id)).status, 'completed')
    assert.deepEqual(knock.said.at(-1), { door: 'front', password })

    const config = { door: 'front', password: MASK }
    const others = { triggerType: 'gong', steps: steps({ ...inner, type: 'rap', config }) }
    assert.equal((await save({ ...shown, ...others }, id)).status, 200)
    assert.notInclude(await stored(id), '$sealed')
  })

  // Red when the branches are not those of the config, or branchNames() passes on errors of branchesBy().
  test('a config defines its branches, and an invalid old one is shown and can be fixed', async ({
    assert,
  }) => {
    const inner = { id: 'inner', type: 'knock', config: { door: 'front' } }
    const step = (ways: string[], branches: object) => ({
      steps: [{ id: 'way', type: 'crossing', config: { ways }, branches }],
    })
    const both = step(['left', 'right'], { right: [], left: [inner] })
    const wrong = await save(body({}, step(['left'], { right: [] })))
    assert.equal(wrong.body.errors[0]!.field, 'steps.0.branches.right')
    const { id, steps } = (await save(body({}, both))).body
    const run = await ended(id)
    assert.deepEqual(
      run.stepResults.map(({ path, status }) => [path, status]),
      [
        ['way', 'completed'],
        ['way.left.inner', 'completed'],
      ]
    )
    await set(id, { steps: JSON.stringify([{ ...steps[0], config: { roads: 2 } }]) })
    const shown = await show(id)
    assert.deepEqual(shown.steps[0]!.config, { roads: 2 })
    assert.equal((await save(shown, id)).body.errors[0]!.field, 'steps.0.config.roads')
    assert.equal((await save(both, id)).status, 200)
  })

  // Red when failures are stored unmasked, including retried tries.
  test('secrets are in no error of a step', async ({ assert }) => {
    for (const door of ['closed', 'stuck']) {
      const config = { door, password, retry: { attempts: 2, delayMs: 1 } }
      const run = await ended((await save(body(config))).body.id)
      assert.include(JSON.stringify(run), `No entry with ${MASK}.`)
      assert.notInclude(JSON.stringify(run), password)
    }
  })

  test('a config that a newer schema refuses is shown, fails with a message and can be fixed', async ({
    assert,
  }) => {
    const { id } = (await save(body({ door: 'front' }))).body
    await set(id, {
      steps: JSON.stringify(
        [{ id: 'knock', type: 'knock', order: 1, systemId: null, endpointId: null }].map(
          (step) => ({ ...step, config: { gate: 'front' } })
        )
      ),
    })
    assert.deepEqual((await show(id)).steps[0]!.config, { gate: 'front' })
    const run = await ended(id)
    assert.equal(run.stepResults[0]!.attempts, 1)
    assert.match(run.errorMessage!, /Knock.*no longer fit its type \(door\)/)
    assert.equal((await save({ isActive: false }, id)).status, 200)
    assert.equal(
      (await save({ name: 'Still wrong' }, id)).body.errors[0]!.field,
      'steps.0.config.gate'
    )
    assert.equal((await save(body({ door: 'front' }, { isActive: true }), id)).status, 200)
    assert.equal((await ended(id)).status, 'completed')
  })

  test('types that are no longer installed are shown, and their runs fail', async ({ assert }) => {
    const { id } = (await save(body({ door: 'front' }))).body
    const step = { id: 'gone', order: 1, systemId: null, endpointId: null, config: { deep: 1 } }
    await set(id, {
      steps: JSON.stringify([{ ...step, type: 'vanished' }]),
      trigger_type: 'vanished_too',
      trigger_config: JSON.stringify({ at: 'noon' }),
    })
    const shown = await show(id)
    assert.containSubset(shown, {
      triggerConfig: { at: 'noon' },
      steps: [{ type: 'vanished', config: { deep: 1 } }],
    })
    const { id: runId } = await ended(id)
    const run = await app.ok<Run>('GET', `/api/flow-executions/${runId}`, { as: lab.tenant.admin })
    assert.match(run.errorMessage!, /The step type "vanished" is no longer installed\./)
    assert.equal((await save({ isActive: false }, id)).status, 200)
    assert.equal((await save(shown, id)).status, 200)
  })
})

const first = 'the-first-application-key-of-this-test'
const second = 'the-second-application-key-of-this-test'

// Red when `ready` does not rotate, or rotates only workflows: waiting runs use their own copy.
test('secrets of flows survive a change of APP_KEY, also in runs that may continue', async ({
  assert,
  cleanup,
}) => {
  const database = await migratedDatabase(installed)
  cleanup(() => database.remove())
  const knock = new Knock()
  const boot = (settings: { APP_KEY: string; APP_KEY_PREVIOUS?: string[] }) =>
    bootApp({ database, plugins: [doors(knock)], settings })
  const before = await boot({ APP_KEY: first })
  const tenant = await before.tenant('acme')
  const lab = new FlowLab(before, tenant)
  const knocking = { id: 'knock', type: 'knock', config: { door: 'closed', password } }
  const flow = await lab.workflow({ steps: [knocking] })
  const alerts = `/api/integrations/workflows/${flow}/alerts`
  const webhookAddress = 'https://hooks.example/alerts/T0K3N'
  await before.ok('PUT', alerts, { as: tenant.admin, body: { webhookAddress } })
  const { id } = await lab.start(flow)
  await lab.reached(id, 'failed')
  await before.stop()
  await (await boot({ APP_KEY: second, APP_KEY_PREVIOUS: [first] })).stop()

  const after = await boot({ APP_KEY: second })
  cleanup(() => after.stop())
  const admin = await after.signIn('admin@acme.example', 'acme')
  const later = new FlowLab(after, { ...tenant, admin, editor: admin, viewer: admin })
  const times = knock.said.length
  assert.equal((await later.act(id, 'retry')).status, 200)
  await later.reached(id, 'failed')
  await later.reached((await later.start(flow)).id, 'failed')
  assert.deepEqual(knock.said.slice(times), [knocking.config, knocking.config])
  await inTenant(tenant.id, async () => {
    const [alert] = await FlowAlert.query()
    assert.equal(openAddress(alert!), webhookAddress)
  })
})
