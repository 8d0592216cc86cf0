import { test } from '@japa/runner'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import type { Problem } from '@crossdock/kernel/ground'
import { FlowLab, probes, type Run } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

const fields = [
  { name: 'weight', label: 'Weight (kg)', type: 'number', required: true },
  { name: 'urgent', type: 'boolean', default: false },
  { name: 'due', type: 'date' },
  { name: 'dock', type: 'choice', choices: ['north', 'south'], default: 'north' },
  { name: 'papers', type: 'file' },
  { name: 'note', type: 'text' },
]

test.group('input of a manual trigger', (group) => {
  const steps = new Probe()
  let app: TestApp
  let lab: FlowLab

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin(steps)] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const flow = (given: unknown = fields, id = 'work') =>
    lab.workflow({ triggerConfig: { fields: given }, steps: probes(id) })
  const execute = (id: string, input?: object) =>
    app.call<Run & Problem>('POST', `/api/integrations/workflows/${id}/execute`, {
      as: lab.tenant.editor,
      body: input === undefined ? {} : { input },
    })

  test('steps read the values with their types, and defaults', async ({ assert }) => {
    const id = await flow()
    const papers = await lab.upload('papers.pdf', 'x')
    const given = { weight: '12.5', due: '2026-12-03', papers, note: '7' }
    const { status, body } = await execute(id, given)
    assert.equal(status, 202, JSON.stringify(body))
    await lab.reached(body.id, 'completed')
    assert.deepEqual(
      { ...(steps.of('work')[0]!.context.input.data as object) },
      {
        weight: 12.5,
        urgent: false,
        due: '2026-12-03',
        dock: 'north',
        papers,
        note: '7',
      }
    )
    const trigger = await app.call<Run & Problem>('POST', '/api/flow-executions/trigger', {
      as: lab.tenant.editor,
      body: { flowId: id, input: { weight: 3, urgent: true } },
    })
    assert.equal(trigger.status, 202)
  })

  // Red when a run starts before its input was checked.
  test('missing or invalid input is refused by field, and nothing starts', async ({ assert }) => {
    const id = await flow(fields, 'never')
    for (const [input, field, sentence] of [
      [undefined, 'weight', /Weight \(kg\) is required/],
      [{ weight: 'heavy' }, 'weight', /must be a number; "heavy"/],
      [{ weight: 1, urgent: 'perhaps' }, 'urgent', /true or false/],
      [{ weight: 1, due: '2026-02-30' }, 'due', /must be a date/],
      [{ weight: 1, dock: 'west' }, 'dock', /one of north, south/],
      [{ weight: 1, papers: 'missing' }, 'papers', /must be a file/],
      [{ weight: 1, hight: 2 }, 'hight', /no input "hight"/],
      [{ weight: 1, note: { a: 1 } }, 'note', /must be a text/],
    ] as const) {
      const { status, body } = await execute(id, input)
      assert.equal(status, 422, JSON.stringify(input))
      assert.equal(body.errors![0]!.field, `input.${field}`)
      assert.match(body.message, sentence)
    }
    assert.lengthOf(await lab.runsOf(id), 0)
    const plain = await lab.workflow({ steps: probes('plain') })
    const { body } = await execute(plain, { weight: 1 })
    assert.match(body.message, /asks for none/)
  })

  test('invalid input fields are refused when the workflow is saved', async ({ assert }) => {
    for (const [given, field] of [
      [[{ name: 'a b', type: 'text' }], 'fields.0.name'],
      [[{ name: '__proto__', type: 'text' }], 'fields.0.name'],
      [[{ name: 'a', type: 'color' }], 'fields.0.type'],
      [[{ name: 'a', type: 'choice' }], 'fields.0.choices'],
      [[{ name: 'a', type: 'number', default: 'many' }], 'fields.0.default'],
      [
        [
          { name: 'a', type: 'text' },
          { name: 'a', type: 'text' },
        ],
        'fields.1.name',
      ],
    ] as const) {
      const { status, body } = await app.call<Problem>('POST', '/api/integrations/workflows', {
        as: lab.tenant.admin,
        body: { name: 'Wrong', triggerType: 'manual', triggerConfig: { fields: given } },
      })
      assert.equal(status, 422, JSON.stringify(given))
      assert.equal(body.errors![0]!.field, `triggerConfig.${field}`)
    }
  })
})
