import { test } from '@japa/runner'
import { bootApp, until } from '@crossdock/backend/testing'
import type { Problem } from '@crossdock/kernel/ground'
import { inTenant, tenantTable } from '@crossdock/kernel/tenancy'
import { FlowLab, probes } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

const path = '/api/integrations/workflows'
const paused = { value: 'event.payload.change', operator: 'equals', other: 'Paused' }
const on = (eventTypes: string[], ...conditions: object[]) => ({
  triggerType: 'event',
  triggerConfig: { eventTypes, ...(conditions.length > 0 ? { conditions } : {}) },
})

test.group('Workflows started by any event', (group) => {
  const steps = new Probe()
  let lab: FlowLab

  group.setup(async () => {
    const app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const change = (id: string, body: object) =>
    lab.app.ok('PUT', `${path}/${id}`, { as: lab.tenant.admin, body })
  const started = (id: string, count: number) =>
    until(`${count} runs`, async () => {
      const runs = await lab.runsOf(id)
      return runs.length >= count && runs.every(({ status }) => status === 'completed') && runs
    })
  const quiet = () => until('no job to be left', async () => (await lab.jobsLeft()) === 0)
  const heard = (id: string) =>
    inTenant(lab.tenant.id, async () => {
      const rows = await tenantTable<{ event_type: string }>('flow_heard_events')
        .where('workflow_id', id)
        .orderBy('event_type')
      return rows.map((row) => row.event_type)
    })

  test('an event of a chosen type starts it when all conditions are met', async ({ assert }) => {
    const named = { value: 'event.payload.name', operator: 'contains', other: 'night' }
    const id = await lab.workflow({
      ...on(['workflow_updated'], paused, named),
      steps: probes('seen'),
    })
    const [night, day] = [
      await lab.workflow({ name: 'Nightly' }),
      await lab.workflow({ name: 'Day' }),
    ]
    await change(day, { isActive: false })
    await change(night, { isActive: false })
    await change(night, { isActive: true })
    await change(night, { isActive: false })
    const runs = await started(id, 2)
    await quiet()
    assert.lengthOf(await lab.runsOf(id), 2)
    assert.equal(runs[0]!.triggerType, 'event')
    assert.isNull(runs[0]!.assetId)
    for (const { context } of steps.of('seen')) {
      assert.containSubset(context.input.event, {
        eventType: 'workflow_updated',
        targetId: night,
        targetType: 'workflow',
        payload: { name: 'Nightly', change: 'Paused' },
      })
    }
  })

  // Red when lineageOf does not count events about a run as caused by its flow.
  test('events of its own runs do not start it', async ({ assert }) => {
    const types = ['flow_started', 'flow_completed']
    const id = await lab.workflow({ ...on(types), steps: probes('echo') })
    const other = await lab.workflow({ name: 'Other' })
    await lab.start(other)
    await started(id, 2)
    await quiet()
    assert.lengthOf(await lab.runsOf(id), 2)
    await lab.start(id)
    await started(id, 3)
    await quiet()
    assert.lengthOf(await lab.runsOf(id), 3)
    await change(id, { isActive: false })
  })

  test('only active workflows are looked up for their chosen events', async ({ assert }) => {
    const id = await lab.workflow({ ...on(['workflow_deleted']), steps: [] })
    assert.deepEqual(await heard(id), ['workflow_deleted'])
    await change(id, { isActive: false })
    assert.deepEqual(await heard(id), [])
    const gone = await lab.workflow({ name: 'Unheard' })
    await lab.app.ok('DELETE', `/api/integrations/workflows/${gone}`, { as: lab.tenant.admin })
    await until('the deletion to be handled', async () => {
      const path = `/api/events?eventType=workflow_deleted&targetId=${gone}`
      const [event] = await lab.app.ok<{ status: string }[]>('GET', path, { as: lab.tenant.admin })
      return event?.status === 'processed'
    })
    await quiet()
    await change(id, { isActive: true, ...on(['workflow_deleted', 'workflow_created']) })
    assert.deepEqual(await heard(id), ['workflow_created', 'workflow_deleted'])
    await change(id, { triggerType: 'manual', triggerConfig: {} })
    assert.deepEqual(await heard(id), [])
    await quiet()
    assert.lengthOf(await lab.runsOf(id), 0)
  })

  // Red when removeClosedMatches does not check the current permissions of the person who saved the workflow.
  test('nothing starts for a person who may not read the event any more', async ({ assert }) => {
    const trigger = on(['workflow_updated'], paused)
    const orphan = await lab.workflow({ ...trigger, steps: [] })
    const kept = await lab.workflow({ ...trigger, steps: [] })
    await inTenant(lab.tenant.id, () =>
      tenantTable('integration_workflows').where('id', orphan).update({ saved_by: null })
    )
    await change(await lab.workflow({ name: 'Some' }), { isActive: false })
    await started(kept, 1)
    await quiet()
    assert.lengthOf(await lab.runsOf(orphan), 0)
  })

  // Red when check() does not check the permission of each event type.
  test('an event that its saver may not read is refused by name', async ({ assert }) => {
    const holding = async (...scopes: string[]) => {
      const body = { name: 'narrow', scopes: ['flows.read', 'flows.write', ...scopes] }
      const made = await lab.app.ok<{ token: string }>('POST', '/api/api-tokens', {
        as: lab.tenant.admin,
        body,
      })
      return { headers: { authorization: `Bearer ${made.token}` } }
    }
    const body = { name: 'Curious', steps: [], ...on(['workflow_updated', 'file_upload']) }
    const save = async (...scopes: string[]) =>
      lab.app.call<Problem>('POST', path, { as: await holding(...scopes), body })
    const narrow = await save('activity.read')
    assert.equal(narrow.status, 422, JSON.stringify(narrow.body))
    assert.containSubset(narrow.body.errors, [
      {
        field: 'triggerConfig.eventTypes.1',
        message: 'You may not read events of the type "file_upload".',
      },
    ])
    assert.lengthOf(narrow.body.errors!, 1)
    assert.equal((await save('assets.read')).status, 422)
    assert.equal((await save('activity.read', 'assets.read')).status, 201)
  })

  test('{0} is refused when it is saved')
    .with([
      ['no event', on([]), 'eventTypes', /Choose at least one event/],
      ['an unknown event', on(['moon_rise']), 'eventTypes.0', /"moon_rise"/],
      ['progress of runs', on(['flow_progressed']), 'eventTypes.0', /no events of the type/],
      [
        'a value outside the content',
        on(['file_upload'], { ...paused, value: 'event.payload' }),
        'conditions.0.value',
        /such as event\.payload\.name/,
      ],
      [
        'a comparison without a value',
        on(['file_upload'], { ...paused, other: '' }),
        'conditions.0.other',
        /to compare with/,
      ],
      [
        'a sixth condition',
        on(['file_upload'], ...Array.from({ length: 6 }, () => paused)),
        'conditions',
        /at most 5 conditions/,
      ],
    ] as [string, object, string, RegExp][])
    .run(async ({ assert }, [, trigger, field, sentence]) => {
      const { status, body } = await lab.app.call<Problem>('POST', path, {
        as: lab.tenant.admin,
        body: { name: 'Wrong', steps: [], ...trigger },
      })
      assert.equal(status, 422, JSON.stringify(body))
      assert.equal(body.errors![0]!.field, `triggerConfig.${field}`)
      assert.match(body.message, sentence)
    })
})
