import vine from '@vinejs/vine'
import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { secret } from '@crossdock/kernel/kinds'
import { asOperator, currentContext } from '@crossdock/kernel/tenancy'
import type { TriggeredWorkflow, TriggerType } from '../contracts/index.js'
import { FlowLab, probes } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

type Ring = { tone: string; code?: string }

/** Records when workflows can be started; refuses one of them by its tone. */
class Bell implements TriggerType<Ring> {
  readonly label = 'Bell'
  readonly description = 'Rings'
  readonly config = vine.create({ tone: vine.string(), code: secret({ title: 'Code' }) })
  readonly codes: unknown[] = []
  readonly notices: [when: string, name: string, tone: string, tenantId: string | null][] = []

  async activated(workflow: TriggeredWorkflow<Ring>) {
    this.#note('activated', workflow)
    if (workflow.config.tone === 'cracked') throw new Error('It does not ring.')
  }

  async deactivated(workflow: TriggeredWorkflow<Ring>) {
    this.#note('deactivated', workflow)
  }

  #note(when: string, { name, config }: TriggeredWorkflow<Ring>) {
    this.codes.push(config.code)
    this.notices.push([when, name, config.tone, currentContext().tenantId])
  }
}

const path = '/api/integrations/workflows'

test.group('Versions of workflows', (group) => {
  const bell = new Bell()
  let app: TestApp
  let lab: FlowLab

  group.setup(async () => {
    app = await bootApp({
      plugins: [probePlugin(new Probe(), bell)],
      settings: { LOG_LEVEL: 'silent' },
    })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const change = (id: string, body: object) =>
    app.ok('PUT', `${path}/${id}`, { as: lab.tenant.admin, body })
  const versionsOf = (id: string) =>
    asOperator('test', async (): Promise<{ version: number; name: string; id: string }[]> =>
      unscoped()
        .from('integration_workflow_versions')
        .where('workflow_id', id)
        .orderBy('version')
        .select('id', 'version', 'name')
    )

  // Red when every save creates a version, or a change creates none.
  test("a version is stored for each change of a run's behavior or name", async ({ assert }) => {
    const id = await lab.workflow({ name: 'One', steps: probes('a') })
    await change(id, { isActive: false })
    await change(id, { isActive: true, description: 'The same' })
    await change(id, { steps: probes('a') })
    assert.lengthOf(await versionsOf(id), 1)
    await change(id, { name: 'Two' })
    await change(id, { steps: probes('a', 'b') })
    assert.deepEqual(
      (await versionsOf(id)).map(({ version, name }) => [version, name]),
      [
        [1, 'One'],
        [2, 'Two'],
        [3, 'Two'],
      ]
    )
  })

  // Red when deleting leaves all versions, or deletes versions of runs.
  test('versions without runs are deleted with their workflow', async ({ assert }) => {
    const id = await lab.workflow({ name: 'One', steps: probes('a') })
    const run = await lab.start(id)
    await lab.reached(run.id, 'completed')
    await change(id, { steps: probes('b') })
    assert.equal((await app.call('DELETE', `${path}/${id}`, { as: lab.tenant.admin })).status, 204)
    assert.deepEqual(
      (await versionsOf(id)).map(({ version }) => version),
      [1]
    )
    const { stepResults } = await lab.show(run.id)
    assert.deepEqual(
      stepResults.map(({ stepId, status }) => [stepId, status]),
      [['a', 'completed']]
    )
  })

  // Red when starting or deleting does not lock the row (PostgreSQL): the run references no version, and the workflow
  // is deleted twice.
  test('a workflow that is deleted during its start is started before, or not at all', async ({
    assert,
  }) => {
    const as = lab.tenant.admin
    const statuses: number[] = []
    bell.notices.length = 0
    for (let turn = 0; turn < 10; turn++) {
      const trigger = { triggerType: 'fatal', triggerConfig: { tone: 'c' } }
      const id = await lab.workflow({ ...trigger, steps: probes('a') })
      const start = () => app.call('POST', `${path}/${id}/execute`, { as, body: {} })
      const remove = () => app.call('DELETE', `${path}/${id}`, { as })
      const both = await Promise.all([start(), remove(), start(), remove()])
      for (const { status } of both) statuses.push(status)
    }
    assert.notInclude(statuses, 500)
    assert.lengthOf(
      statuses.filter((status) => status === 204),
      10
    )
    assert.lengthOf(
      bell.notices.filter(([when]) => when === 'deactivated'),
      10
    )
  })

  // Red when triggers receive the stored form.
  test('a trigger receives its secrets opened', async ({ assert }) => {
    bell.codes.length = 0
    const triggerConfig = { tone: 'c', code: 'opensesame' }
    const id = await lab.workflow({ triggerType: 'fatal', triggerConfig, steps: probes('a') })
    await app.ok('DELETE', `${path}/${id}`, { as: lab.tenant.admin })
    assert.deepEqual(bell.codes, ['opensesame', 'opensesame'])
  })

  // Red when triggers are notified of every save, or of paused workflows.
  test('a trigger is notified when a workflow can be started, and when it no longer can', async ({
    assert,
  }) => {
    const notices = async (work: () => Promise<unknown>) => {
      bell.notices.length = 0
      await work()
      return bell.notices.map(([when, name, tone]) => `${when} ${name} ${tone}`)
    }
    const ringing = { triggerType: 'fatal', triggerConfig: { tone: 'c' } }
    let id = ''
    const create = async () => void (id = await lab.workflow({ name: 'Tower', ...ringing }))
    assert.deepEqual(await notices(create), ['activated Tower c'])
    assert.deepEqual(bell.notices[0]![3], lab.tenant.id)
    assert.deepEqual(await notices(() => change(id, { description: 'High' })), [])
    assert.deepEqual(await notices(() => change(id, { triggerConfig: { tone: 'd' } })), [
      'deactivated Tower c',
      'activated Tower d',
    ])
    assert.deepEqual(await notices(() => change(id, { isActive: false })), ['deactivated Tower d'])
    assert.deepEqual(await notices(() => change(id, { triggerConfig: { tone: 'e' } })), [])
    assert.deepEqual(await notices(() => change(id, { isActive: true })), ['activated Tower e'])
    // Red when `activated` runs outside the transaction: the change would stay.
    const body = { triggerConfig: { tone: 'cracked' } }
    const { status } = await app.call('PUT', `${path}/${id}`, { as: lab.tenant.admin, body })
    assert.equal(status, 500)
    const remove = () => app.call('DELETE', `${path}/${id}`, { as: lab.tenant.admin })
    assert.deepEqual(await notices(remove), ['deactivated Tower e'])
  })
})
