import { test } from '@japa/runner'
import { bootApp, type Caller, migratedDatabase, type TestApp } from '@crossdock/backend/testing'
import type { Problem } from '@crossdock/kernel/ground'
import { MASK } from '@crossdock/kernel/secrets'
import { installed } from '../../../backend/plugins.js'
import { doors, Knock, password } from './doors.js'
import { FlowLab } from './flow_lab.js'

interface Workflow {
  id: string
  name: string
  isActive: boolean
  triggerType: string
  triggerConfig: object
  steps: { id: string; type: string; config: object; branches?: object }[]
}

const path = '/api/integrations/workflows'

// Red when checkDefinition() refuses unchanged parts or accepts new or changed ones, or sealDefinition()
// seals kept parts again.
test('a workflow whose plugin is gone can be changed around its steps, and runs when it is back', async ({
  assert,
  cleanup,
}) => {
  const database = await migratedDatabase(installed)
  cleanup(() => database.remove())
  const knock = new Knock()
  const boot = (...plugins: ReturnType<typeof doors>[]) => bootApp({ database, plugins })
  const save = (app: TestApp, as: Caller, id: string, body: object) =>
    app.call<Workflow & Problem>('PUT', `${path}/${id}`, { as, body })
  const before = await boot(doors(knock))
  const tenant = await before.tenant('acme')
  const inner = { id: 'inner', type: 'knock', config: { door: 'front', password } }
  const knocking = { id: 'knock', type: 'knock', config: { door: 'front', password } }
  const way = {
    id: 'way',
    type: 'crossing',
    config: { ways: ['left'] },
    branches: { left: [inner] },
  }
  const { id } = await before.ok<Workflow>('POST', path, {
    as: tenant.admin,
    body: {
      name: 'Doors',
      triggerType: 'bell',
      triggerConfig: { tone: 'c', code: 'open.txt' },
      steps: [knocking, way],
    },
  })
  await before.stop()

  const without = await boot()
  const as = await without.signIn('admin@acme.example', 'acme')
  const shown = await without.ok<Workflow>('GET', `${path}/${id}`, { as })
  assert.deepEqual(shown.steps[0]!.config, { door: 'front', password: MASK })
  assert.equal((await save(without, as, id, { name: 'Renamed' })).body.name, 'Renamed')
  const paused = await save(without, as, id, { ...shown, isActive: false })
  assert.isFalse(paused.body.isActive, JSON.stringify(paused.body))
  const [step, other] = shown.steps as [Workflow['steps'][0], Workflow['steps'][0]]
  const later = { id: 'later', type: 'condition', config: { value: 'steps', operator: 'exists' } }
  const around = await save(without, as, id, {
    ...shown,
    isActive: true,
    steps: [
      { ...other, order: 1 },
      { ...step, order: 2 },
      { ...later, order: 3 },
    ],
  })
  assert.deepEqual(
    around.body.steps?.map((one) => one.id),
    ['way', 'knock', 'later'],
    JSON.stringify(around.body)
  )

  const refused: [object, string][] = [
    [{ steps: [step, { ...step, id: 'second', order: 2 }] }, 'steps.1.type'],
    [{ steps: [{ ...step, config: { door: 'back', password: MASK } }] }, 'steps.0.type'],
    [{ steps: [{ ...step, type: 'rap' }] }, 'steps.0.type'],
    [{ steps: [{ ...step, systemId: 'elsewhere' }] }, 'steps.0.type'],
    [{ triggerConfig: { tone: 'd', code: MASK } }, 'triggerType'],
    [{ triggerType: 'gong' }, 'triggerType'],
  ]
  for (const [change, field] of refused) {
    const { status, body } = await save(without, as, id, change)
    assert.equal(status, 422, JSON.stringify(change))
    assert.equal(body.errors[0]!.field, field)
    assert.match(body.message, /its plugin "doors" is not in use/)
  }
  await without.stop()

  const back = await boot(doors(knock))
  cleanup(() => back.stop())
  const admin = await back.signIn('admin@acme.example', 'acme')
  const lab = new FlowLab(back, { ...tenant, admin, editor: admin, viewer: admin })
  await lab.reached((await lab.start(id)).id, 'completed')
  assert.deepEqual(knock.said, [inner.config, knocking.config])
})
