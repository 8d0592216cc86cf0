// onBothDatabases: asks which database it runs on
import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { roleSources } from '@crossdock/backend/access'
import { assetsWrite } from '@crossdock/backend/assets'
import { bootApp, until, type Caller, type TestApp } from '@crossdock/backend/testing'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { defineEvent, recordEvent } from '@crossdock/kernel/events'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { asOperator, currentContext, inTenant } from '@crossdock/kernel/tenancy'
import { sessionAt, notifySeen, testDatabase } from '@crossdock/kernel/testing'
import {
  flowsRead,
  StepFailed,
  stepTypes,
  type CallingStepType,
  type FlowStep,
  type StepContext,
} from '../contracts/index.js'
import { FlowLab, probe, probes, type Run } from './flow_lab.js'
import { anyConfig, failing, Probe, probePlugin } from './probe.js'

interface Workflow {
  id: string
  savedBy: string | null
}

/** A step that needs a permission, and records its permissions while it runs and while it saves. */
class Lawful extends Probe {
  override readonly permissions = [assetsWrite]
  readonly held = new Map<string, string[]>()
  /** The checked steps, each with the person who had it checked. */
  readonly checked: string[] = []
  /** Blocks the next check. */
  gate: Promise<void> | undefined
  /** Whether the last check ran in a transaction. */
  inTransaction = false

  override async check({ id }: FlowStep) {
    this.checked.push(`${currentContext().actor.userId} ${id}`)
    const { gate } = this
    this.inTransaction = currentContext().trx !== undefined
    this.gate = undefined
    await gate
    return []
  }

  override async run(context: StepContext) {
    const note = (when: string) =>
      this.held.set(`${context.step.id} ${when}`, [...currentContext().permissions].sort())
    note('runs')
    const outcome = await super.run(context)
    return { ...outcome, save: async () => void note('saves') }
  }
}

/** A step type whose call gets no answer. `happen` runs during the call. */
const calling = (happen: () => Promise<unknown>, abandoned: string[]): CallingStepType => ({
  label: 'Call',
  description: 'Gets no answer',
  config: anyConfig,
  outputPermission: flowsRead,
  permissions: [assetsWrite],
  prepare: async () => ({
    target: 'elsewhere',
    run: ({ outside }) =>
      outside(async () => {
        await happen()
        throw new StepFailed('No answer.')
      }),
  }),
  abandon: async ({ step }) => void abandoned.push(step.id),
})

/** A step type that calls. Records the permissions in each phase, and runs `happen` before the answer. */
const noting = (
  held: Map<string, string[]>,
  happen: (step: string) => Promise<unknown>
): CallingStepType => ({
  label: 'Call',
  description: 'Notes what it may do',
  config: anyConfig,
  outputPermission: flowsRead,
  permissions: [assetsWrite],
  async prepare({ step: { id } }) {
    const note = (when: string) =>
      void held.set(`${id} ${when}`, [...currentContext().permissions].sort())
    note('prepares')
    return {
      target: 'elsewhere',
      begin: async () => note('begins'),
      async run({ outside }) {
        note('runs')
        await outside(() => happen(id))
        return { output: {}, save: async () => note('saves') }
      },
    }
  },
})

const ownRoles = new Map<string, string[]>()

const roleChanged = defineEvent('role_changed', {
  description: 'A probe',
  payload: vine.object({}),
})

const rolesOfTests = definePlugin({
  name: 'roles-of-tests',
  version: '1.0.0',
  compatibility: '^0.1',
  dependsOn: ['access'],
  eventTypes: [roleChanged],
  contributes: [
    contribute(roleSources, (sources) =>
      sources.add('tests', { permissionsOf: async (role) => ownRoles.get(role) ?? null })
    ),
  ],
})

const workflows = '/api/integrations/workflows'
const first = 'first'
const second = 'second'

test.group('A run has the current permissions of the person who saved its workflow', (group) => {
  let steps: Lawful
  let app: TestApp
  let lab: FlowLab
  /** An administrator other than the one in all tests. */
  let ada: { id: string; as: Caller }

  group.each.setup(async () => {
    steps = new Lawful()
    ownRoles.clear()
    app = await bootApp({ plugins: [probePlugin(steps), rolesOfTests] })
    lab = new FlowLab(app, await app.tenant('acme'))
    const email = 'ada@acme.example'
    const { id } = await app.ok<{ id: string }>('POST', '/api/users', {
      as: lab.tenant.admin,
      body: { email, role: 'admin', firstName: 'Ada', lastName: 'Brandt' },
    })
    ada = { id, as: await app.signIn(email, 'acme') }
    return () => app.stop()
  })

  const save = (body: object, as = ada.as) =>
    app.ok<Workflow>('POST', workflows, {
      as,
      body: { name: 'Lab', triggerType: 'manual', steps: probes(first, second), ...body },
    })
  const change = (id: string, body: object, as: Caller) =>
    app.ok<Workflow>('PUT', `${workflows}/${id}`, { as, body })
  const ofAda = async (query: (rows: ReturnType<typeof users>) => unknown) => {
    await asOperator('no operation changes people yet', async () => void (await query(users())))
    notifySeen({ eventType: 'user_updated', tenantId: null, targetType: 'user', targetId: ada.id })
  }
  const users = () => unscoped().from('users').where('id', ada.id)
  const become = (role: string) => ofAda((rows) => rows.update({ role }))
  /** Changes a role, as the tenant's role management does. */
  const changeKeeper = (permissions: string[]) =>
    transaction(async () => {
      ownRoles.set('keeper', permissions)
      await recordEvent(roleChanged, { target: { type: 'role', id: 'keeper' }, payload: {} })
    })
  /**
   * Whether a change of a workflow is blocked: SQLite has one transaction at a time, PostgreSQL shows which
   * process waits for a row.
   */
  const mustWait = async () => {
    const { databaseUrl } = app.database
    if (!databaseUrl) return steps.inTransaction
    return sessionAt(databaseUrl, async (client) => {
      const { rows } = await client.query(
        `select pid from pg_stat_activity where wait_event_type = 'Lock'
         and datname = current_database() and query like '%integration_workflows%'`
      )
      return rows.length > 0
    })
  }
  const ended = async (run: Run) => lab.reached(run.id, 'completed', 'failed')

  // Red when prepareStep keeps the context of the job, which has no permissions.
  test('a step has all permissions of its saver, and none of its starter', async ({ assert }) => {
    ownRoles.set('keeper', ['assets.write', 'flows.write', 'activity.read'])
    const { id } = await save({})
    await become('keeper')
    const run = await ended(await lab.start(id))
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    const held = ['activity.read', 'assets.write', 'flows.write']
    const moments = [first, second].flatMap((step) => [`${step} runs`, `${step} saves`])
    assert.deepEqual(
      [...steps.held],
      moments.map((moment) => [moment, held])
    )
  })

  // Red when prepareStep() calls prepare() or begin() in the current context: the first one's is that of a
  // job, without any permissions, the second one's that of the step before, with outdated ones.
  test('a step that calls has the current ones at each moment', async ({ assert }) => {
    const held = new Map<string, string[]>()
    const former = ['activity.read', 'assets.write']
    const present = ['assets.write']
    ownRoles.set('keeper', former)
    stepTypes.add(
      'noting',
      noting(held, async (step) => {
        if (step === first) await changeKeeper(present)
      })
    )
    const { id } = await save({
      steps: [first, second].map((step) => ({ id: step, type: 'noting' })),
    })
    await become('keeper')
    const run = await ended(await lab.start(id))
    assert.equal(run.status, 'completed', run.errorMessage ?? '')
    const moments = ['prepares', 'begins', 'runs', 'saves']
    assert.deepEqual(
      [...held].sort(),
      [
        ...moments.map((moment) => [`${first} ${moment}`, former] as const),
        ...moments.map((moment) => [`${second} ${moment}`, present] as const),
      ].sort()
    )
  })

  // Red when lentRights() is called once a run, or accepts missing permissions.
  test('a permission removed between two steps ends the run, without a retry', async ({
    assert,
  }) => {
    const { id } = await save({
      steps: [probe(first), probe(second, { retry: { attempts: 5, delayMs: 1 } })],
    })
    steps.on(first, () => become('viewer'))
    const run = await ended(await lab.start(id))
    assert.containSubset(run, {
      status: 'failed',
      completedSteps: 1,
      failedSteps: 1,
      stepResults: [{ status: 'completed' }, { status: 'failed', attempts: 1 }],
    })
    assert.match(
      run.errorMessage!,
      /^Step .*Probe.*: This step needs assets\.write\. The person who saved the workflow no longer has that/
    )
    // Red when the message names the saver: people who read runs need not be allowed to read users.
    assert.notMatch(JSON.stringify(run), /Ada|Brandt|ada@/)
    assert.lengthOf(steps.of(second), 0)

    await become('editor')
    await lab.act(run.id, 'retry')
    assert.equal((await ended(run)).status, 'completed')
    assert.lengthOf(steps.of(first), 1)
  })

  // Red when a waiting step keeps its prepared permissions.
  test('a step that waits for its next try is checked again', async ({ assert }) => {
    steps.on(first, async (context) => {
      await become('viewer')
      return failing(1)(context)
    })
    const { id } = await save({ steps: [probe(first, { retry: { attempts: 3, delayMs: 1 } })] })
    const run = await ended(await lab.start(id))
    assert.equal(run.stepResults[0]?.attempts, 2)
    assert.lengthOf(steps.of(first), 1)
    assert.include(run.errorMessage, 'The person who saved the workflow no longer has that.')
  })

  // Red when the refused try starts without abandon().
  test('an open call is closed when its step may not be retried', async ({ assert }) => {
    const abandoned: string[] = []
    stepTypes.add(
      'calling',
      calling(() => become('viewer'), abandoned)
    )
    const config = { retry: { attempts: 3, delayMs: 1 } }
    const { id } = await save({ steps: [{ id: first, type: 'calling', config }] })
    const run = await ended(await lab.start(id))
    assert.include(run.errorMessage, 'The person who saved the workflow no longer has that.')
    assert.equal(run.stepResults[0]?.attempts, 2)
    assert.deepEqual(abandoned, [first])
  })

  // Red when presentRights accepts the permissions of a role without checking whether the person may sign in.
  test('a deactivated, removed or unknown person has no permissions', async ({ assert }) => {
    const reasons: [string, () => Promise<unknown>][] = [
      [
        'The person who saved the workflow may no longer sign in',
        () => ofAda((rows) => rows.update({ is_active: false })),
      ],
      ['The person who saved the workflow is no longer here', () => ofAda((rows) => rows.delete())],
    ]
    const { id } = await save({})
    for (const [reason, happen] of reasons) {
      await ofAda((rows) => rows.update({ is_active: true }))
      steps.on(first, happen)
      const run = await ended(await lab.start(id))
      assert.containSubset(run, { status: 'failed', completedSteps: 1 })
      assert.include(run.errorMessage, reason)
    }
    await inTenant(lab.tenant.id, () =>
      asOperator('as the migration leaves it', async () =>
        unscoped().from('integration_workflows').where({ id }).update({ saved_by: null })
      )
    )
    const run = await ended(await lab.start(id))
    assert.containSubset(run, { status: 'failed', completedSteps: 0 })
    assert.include(run.errorMessage, 'It is not known who saved the workflow')
    assert.lengthOf(steps.of(second), 0)
  })

  // Red when presentRights does not compare the tenants.
  test('a person of another tenant has no permissions here, a super administrator all', async ({
    assert,
  }) => {
    const root = await app.superAdmin()
    const as = { headers: { ...root.headers, 'x-tenant': lab.tenant.id } }
    const { id, savedBy } = await save({}, as)
    assert.equal((await ended(await lab.start(id))).status, 'completed')
    assert.isString(savedBy)
    const birch = await app.tenant('birch')
    const [stranger] = await app.ok<{ id: string }[]>('GET', '/api/users?filter={"role":"admin"}', {
      as: birch.admin,
    })
    await asOperator('a row that cannot be', async () =>
      unscoped().from('integration_workflows').where({ id }).update({ saved_by: stranger!.id })
    )
    const run = await ended(await lab.start(id))
    assert.equal(run.status, 'failed')
    assert.include(run.errorMessage, 'is no longer here')
  })

  // Red when updateWorkflow leaves out savedBy, sets it on pausing, or a run does not copy it.
  test('the next person who saves it lends the permissions; pausing does not count', async ({
    assert,
  }) => {
    const { id, savedBy } = await save({})
    assert.equal(savedBy, ada.id)
    const paused = await change(id, { isActive: false }, lab.tenant.admin)
    assert.equal(paused.savedBy, ada.id)
    await change(id, { isActive: true }, ada.as)
    steps.on(first, async () => {
      await change(id, { description: 'Mine now' }, lab.tenant.admin)
      await become('viewer')
    })
    const under = await ended(await lab.start(id))
    assert.containSubset(under, { status: 'failed', completedSteps: 1 })
    assert.include(under.errorMessage, 'The person who saved the workflow no longer has that.')
    steps.on(first, () => undefined)
    assert.equal((await ended(await lab.start(id))).status, 'completed')
  })

  // Red when the saver is the token, or the limits of a token are ignored when it saves.
  test('a token saves what it may do itself, and its owner lends the permissions', async ({
    assert,
  }) => {
    const token = async (...scopes: string[]): Promise<Caller> => {
      const body = { name: 'narrow', scopes }
      const made = await app.ok<{ token: string }>('POST', '/api/api-tokens', { as: ada.as, body })
      return { headers: { authorization: `Bearer ${made.token}` } }
    }
    const body = { name: 'Lab', triggerType: 'manual', steps: probes(first) }
    const narrow = await token('flows.write')
    assert.equal((await app.call('POST', workflows, { as: narrow, body })).status, 403)
    const { id, savedBy } = await save({}, await token('flows.write', 'assets.write'))
    assert.equal(savedBy, ada.id)
    await become('editor')
    assert.equal((await ended(await lab.start(id))).status, 'completed')
    await become('viewer')
    assert.equal((await ended(await lab.start(id))).status, 'failed')
  })

  // Red when findStartable() does not read saved_by, or a run acts for the person who caused its event.
  test('a run started by an event acts for the saver of its own workflow, in each link of a chain', async ({
    assert,
  }) => {
    const on = (eventTypes: string[]) => ({
      triggerType: 'file_event',
      triggerConfig: { eventTypes },
    })
    const mark = { type: 'metadata_update', config: { metadata: { seen: true } } }
    const { id: marks } = await save({ ...on(['file_upload']), steps: [mark] }, lab.tenant.admin)
    const { id: follows } = await save({ ...on(['metadata_change']), steps: probes(first) })
    const runOf = (flow: string) =>
      until('the run', async () =>
        (await lab.runsOf(flow)).find(({ status }) => status !== 'pending')
      )
    await become('viewer')
    await lab.upload('a.txt', 'x')
    assert.equal((await ended(await runOf(marks))).status, 'completed')
    const refused = await ended(await runOf(follows))
    assert.equal(refused.status, 'failed')
    assert.include(refused.errorMessage, 'The person who saved the workflow no longer has that.')
    assert.lengthOf(steps.of(first), 0)
  })

  // Red when a definition is checked before the row is locked, or the row is not locked (PostgreSQL).
  test('a person never lends permissions to steps that another person saved at the same time', async ({
    assert,
  }) => {
    const { id } = await save({ steps: probes(first) }, lab.tenant.admin)
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    steps.gate = gate
    const renamed = change(id, { name: 'Renamed' }, ada.as)
    await until('the check to begin', () => steps.gate === undefined)
    const replaced = change(id, { steps: probes(second) }, lab.tenant.admin)
    let overtook = false
    void replaced.finally(() => (overtook = true))
    await until('it to overtake, or to wait', async () => overtook || (await mustWait()))
    open()
    await Promise.all([renamed, replaced])
    const { savedBy } = await app.ok<Workflow>('GET', `${workflows}/${id}`, { as: ada.as })
    assert.include(steps.checked, `${savedBy} ${second}`)
  })

  // Red when presentRights caches permissions.
  test('a changed role applies at the next step', async ({ assert }) => {
    ownRoles.set('keeper', ['assets.write'])
    const { id } = await save({})
    await become('keeper')
    steps.on(first, () => changeKeeper([]))
    const run = await ended(await lab.start(id))
    assert.containSubset(run, { status: 'failed', completedSteps: 1 })
  })

  if (testDatabase !== 'pg') return

  // Red when accounts are cached until an event reports a change.
  test('a change of a person in another session applies soon', async ({ assert }) => {
    const { id } = await save({})
    assert.equal((await ended(await lab.start(id))).status, 'completed')
    await sessionAt(app.database.databaseUrl!, (client) =>
      client.query(`update users set role = 'viewer' where id = $1`, [ada.id])
    )
    await until('a run to be refused', async () => {
      const run = await ended(await lab.start(id))
      return run.status === 'failed'
    })
  })
})
