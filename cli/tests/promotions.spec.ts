// onOneDatabase: the command line uses the server only over HTTP
import { test } from '@japa/runner'
import type { Promotion } from '@crossdock/client'
import { addEnvironment } from '../../plugins/environments/tests/add_environment.js'
import { bootApp, signInAs, type TestApp, type TestTenant } from './server.js'
import { Shell } from './shell.js'

test.group('CLI promotions', (group) => {
  let app: TestApp
  let acme: TestTenant
  let shell: Shell

  group.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    await addEnvironment(acme.id, 'development')
    return () => app.stop()
  })
  group.each.setup(async () => {
    shell = await Shell.open()
    await signInAs(shell, app, acme)
    return () => shell.close()
  })

  const post = <T extends { id: string }>(below: string, body: object) =>
    app.ok<T>('POST', `/api/integrations/${below}`, {
      as: { headers: { ...acme.admin.headers, 'x-environment': 'development' } },
      body,
    })
  const workflow = async (name: string) => {
    const { id: systemId } = await post('systems', {
      name: `${name} system`,
      systemType: 'api',
      authType: 'bearer',
      capabilities: ['send'],
      baseUrl: 'https://{variables.HOST}',
      authConfig: { accessToken: 'k3pt-4760' },
    })
    const { id: endpointId } = await post(`systems/${systemId}/endpoints`, {
      name: 'Order',
      path: '/orders',
      method: 'POST',
      endpointType: 'outbound',
      triggers: [],
    })
    const step = { id: 'call', type: 'api_call', systemId, endpointId, config: {} }
    return post('workflows', { name, triggerType: 'manual', triggerConfig: {}, steps: [step] })
  }
  const promote = (name: string, ...more: string[]) =>
    shell.run(['promote', name, '--from', 'development', '--to', 'production', ...more])

  // Red when --plan promotes, or promote() continues without asking and without --yes.
  test('a plan is listed, executed, listed and undone', async ({ assert }) => {
    await workflow('Arrivals')
    const plan = await promote('Arrivals', '--plan')
    assert.equal(plan.code, 0, plan.stderr)
    const rows =
      'system\tArrivals system\tnew\t\t\nendpoint\tOrder\tnew\t\t\nworkflow\tArrivals\tnew\t\t\n'
    assert.equal(plan.stdout, rows)
    assert.include(plan.stderr, 'Warning: Arrivals system: enter its credentials in the target')
    assert.include(plan.stderr, 'HOST')
    const unsure = await promote('Arrivals')
    assert.equal(unsure.code, 2)
    assert.include(unsure.stderr, 'Promote this from development to Production?')
    const none = await shell.run(['promotions', 'list'])
    assert.include(none.stderr, 'No promotions to this environment.')
    const done = await promote('Arrivals', '--yes')
    assert.equal(done.code, 0, done.stderr)
    assert.include(done.stdout, 'Promoted from development to Production.')
    assert.notInclude(done.stdout + done.stderr, 'k3pt-4760')
    const [id] = /[0-9a-f-]{36}/.exec(done.stdout)!
    const nothing = await promote('Arrivals')
    assert.equal(nothing.code, 0, nothing.stderr)
    assert.include(nothing.stdout, 'Nothing to promote')
    const listed = await shell.run(['promotions', 'list'])
    assert.match(listed.stdout, new RegExp(`^${id}\tdevelopment\tArrivals\t`))
    const undone = await shell.run(['promotions', 'undo', id, '--yes'])
    assert.include(undone.stdout, 'Undid the promotion of Arrivals from development to Production.')
    const again = await shell.run(['promotions', 'undo', id, '--yes'])
    assert.equal(again.code, 6)
    assert.include(again.stderr, 'already undone')
  })

  test('JSON is one document: the plan, or the result', async ({ assert }) => {
    await workflow('As JSON')
    const plan = await shell.json<Promotion>([
      'promote',
      'As JSON',
      '--from',
      'development',
      '--to',
      'production',
      '--plan',
    ])
    assert.isNull(plan.id)
    assert.isString(plan.plan)
    const done = await shell.json<Promotion>([
      'promote',
      'As JSON',
      '--from',
      'development',
      '--to',
      'production',
      '--yes',
    ])
    assert.isString(done.id)
  })

  test('invalid input is refused with a sentence', async ({ assert }) => {
    const none = await promote('Missing', '--yes')
    assert.equal(none.code, 5)
    await workflow('Somewhere')
    const unknown = await shell.run(['promote', 'Somewhere', '--from', 'development'])
    assert.equal(unknown.code, 2)
    assert.include(unknown.stderr, '--to')
    const same = await shell.run([
      'promote',
      'Somewhere',
      '--from',
      'development',
      '--to',
      'development',
      '--yes',
    ])
    assert.equal(same.code, 6)
    assert.include(same.stderr, 'Choose another environment')
  })
})
