import { test } from '@japa/runner'
import { addEnvironment, setActive } from '../../../backend/tests/matrix/environments.js'
import { alter, minutesAgo } from '../../../backend/app/access/tests/support.js'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { depots } from '../../integrations/tests/parcel_depot.js'
import { promotionApplied, promotionUndone } from '../promotion/event_types.js'
import {
  codesOf,
  itemOf,
  keyedPlugin,
  promotionLab,
  type Promotion,
  type Row,
  type Step,
} from './promotion_lab.js'

const key = 'k3pt-in-development-4750'

test.group('What promotion must not do', (group) => {
  const lab = promotionLab(group, { plugins: [keyedPlugin, depots] })
  const environmentId = async (name: string) =>
    (
      await lab().app.ok<{ id: string }[]>('GET', `/api/tenant/environments?name=${name}`, {
        as: lab().tenant.admin,
      })
    )[0]!.id

  const withKeys = async (name: string) => {
    const systemId = await lab().system(`${name} system`, {
      authConfig: { accessToken: key, headers: { 'X-Key': key } },
    })
    const endpointId = await lab().endpoint(systemId, `${name} endpoint`, {
      requestSchema: { headers: { Authorization: `Bearer ${key}`, Accept: 'text/plain' } },
    })
    const workflowId = await lab().workflow(name, [
      { id: 'call', type: 'api_call', systemId, endpointId, config: {} },
      { id: 'keyed', type: 'keyed', config: { to: 'here.example', key, note: 'carried' } },
    ])
    return { systemId, endpointId, workflowId }
  }

  // Red when shown() of systems, endpoints or workflows leaves a secret in the definition.
  test('credentials are in no row of the target, answer or event', async ({ assert }) => {
    const { workflowId, systemId } = await withKeys('Keys')
    const plan = await lab().plan(workflowId)
    assert.deepEqual(
      codesOf(plan).filter((code) => code === 'credentials_missing'),
      ['credentials_missing', 'credentials_missing', 'credentials_missing']
    )
    const done = await lab().promote(workflowId)
    const target = (name: string) => itemOf(done, name).targetId!
    const answers = [
      plan,
      done,
      await lab().promotions(),
      await lab().show(`systems/${target('Keys system')}`),
      await lab().show(`endpoints/${target('Keys endpoint')}`),
      await lab().show(`workflows/${target('Keys')}`),
    ]
    assert.notInclude(JSON.stringify(answers), key)
    const rows = await lab().rows()
    const [sealed] = rows.external_systems!.filter((row) => (row as Row).id === systemId)
    const secrets = [...JSON.stringify(sealed).matchAll(/s1\.[\w.-]+/g)].map(([text]) => text)
    assert.isAbove(secrets.length, 1)
    const production = await environmentId('production')
    for (const [table, all] of Object.entries(rows)) {
      const own = all.filter(
        (row) => (row as { environment_id?: string }).environment_id === production
      )
      const kept = JSON.stringify(table.includes('promotion') ? all : own)
      assert.notInclude(kept, key, table)
      for (const secret of secrets) assert.notInclude(kept, secret, table)
    }
    const system = await lab().show(`systems/${target('Keys system')}`)
    assert.isFalse(system.isActive)
    assert.isNull((system.authConfig as Row).accessToken)
    const endpoint = await lab().show(`endpoints/${target('Keys endpoint')}`)
    assert.deepEqual((endpoint.requestSchema as Row).headers, { Accept: 'text/plain' })
    const steps = (await lab().show<{ steps: Step[] }>(`workflows/${target('Keys')}`)).steps
    assert.deepEqual(steps[1]!.config, { to: 'here.example', note: 'carried' })
    const events = await lab().app.inside(() =>
      asOperator('look', () => unscoped().from('middleware_events').select('payload'))
    )
    assert.notInclude(JSON.stringify(events), key)
    // And a call reports why it is not made.
    const test = await lab().app.ok<{ success: boolean; message: string }>(
      'POST',
      `/api/integrations/endpoints/${target('Keys endpoint')}/test`,
      { as: lab().in('production'), body: {} }
    )
    assert.isFalse(test.success)
    assert.match(test.message, /no credentials are stored for it in this environment/)
  })

  // Red when plainRequest() handles only headers: keys are sent in query parameters as well.
  test('a key in the query parameters of an endpoint is not promoted', async ({ assert }) => {
    const systemId = await lab().system('Query system')
    const queryParams = { api_key: key, token: '{variables.TOKEN}', page: '1' }
    const endpointId = await lab().endpoint(systemId, 'Query', { requestSchema: { queryParams } })
    const workflowId = await lab().workflow('Query', [
      { id: 'call', type: 'api_call', systemId, endpointId, config: {} },
    ])
    const plan = await lab().plan(workflowId)
    assert.include(codesOf(plan), 'credentials_missing')
    const done = await lab().promote(workflowId)
    const [item] = done.items.filter(({ kind }) => kind === 'endpoints')
    const endpoint = `endpoints/${item!.targetId}`
    const shownQuery = async () =>
      ((await lab().show(endpoint)).requestSchema as { queryParams: object }).queryParams
    const { api_key: _key, ...carried } = queryParams
    assert.deepEqual(await shownQuery(), carried)
    assert.notInclude(JSON.stringify([plan, done]), key)
    const own = { ...carried, api_key: 'of-production' }
    await lab().change(endpoint, { requestSchema: { queryParams: own } }, 'production')
    await lab().change(`endpoints/${endpointId}`, { path: '/changed' })
    await lab().promote(workflowId)
    assert.deepEqual(await shownQuery(), own)
  })

  // Red when update() of systems or endpoints removes what the source does not have, or withMasks() restores
  // nothing.
  test('credentials of the target stay', async ({ assert }) => {
    const { systemId, endpointId, workflowId } = await withKeys('Stay')
    const done = await lab().promote(workflowId)
    const target = (name: string) => itemOf(done, name).targetId!
    const own = { accessToken: 'of-production' }
    const system = `systems/${target('Stay system')}`
    await lab().change(system, { authConfig: own, isActive: true }, 'production')
    const endpoint = `endpoints/${target('Stay endpoint')}`
    const headers = { Authorization: 'Bearer of-production', Accept: 'text/plain' }
    await lab().change(endpoint, { requestSchema: { headers } }, 'production')
    const flow = `workflows/${target('Stay')}`
    const { steps } = await lab().show<{ steps: Step[] }>(flow)
    steps[1]!.config.key = 'of-production'
    await lab().change(flow, { steps }, 'production')
    const sealedOf = async () => {
      const { external_systems: systems, integration_workflows: flows } = await lab().rows()
      const row = (all: unknown[], id: string) => all.find((one) => (one as Row).id === id) as Row
      return [
        row(systems!, target('Stay system')).auth_config,
        JSON.stringify(row(flows!, target('Stay')).steps).match(/s1\.[\w.-]+/)?.[0],
      ]
    }
    const before = await sealedOf()
    await lab().change(`systems/${systemId}`, { description: 'Changed' })
    await lab().change(`endpoints/${endpointId}`, { path: '/changed' })
    await lab().change(`workflows/${workflowId}`, { description: 'Changed' })
    const plan = await lab().plan(workflowId)
    assert.deepEqual(itemOf(plan, 'Stay endpoint').changes, [
      { field: 'path', from: '/orders', to: '/changed' },
    ])
    assert.deepEqual(
      plan.warnings
        .filter(({ code }) => code === 'credentials_missing')
        .map(({ message }) => message),
      [
        'Stay system: enter its credentials in the target (authConfig.headers). Credentials are not promoted.',
      ]
    )
    await lab().promote(workflowId)
    assert.deepEqual(await sealedOf(), before)
    assert.isString(before[1])
    const shown = await lab().show(system)
    assert.deepInclude(shown, { description: 'Changed', isActive: true })
    assert.deepInclude(await lab().show<Row>(endpoint), {
      path: '/changed',
      requestSchema: { headers },
    })
  })

  // Red when leadsElsewhere() returns false: the stored token would be sent to another host.
  test('a system that gets another address loses its credentials, with a warning in the plan', async ({
    assert,
  }) => {
    const { systemId, workflowId } = await withKeys('Moved')
    const done = await lab().promote(workflowId)
    const id = itemOf(done, 'Moved system').targetId!
    await lab().change(
      `systems/${id}`,
      { authConfig: { accessToken: 'of-production' }, isActive: true },
      'production'
    )
    await lab().change(`systems/${systemId}`, {
      baseUrl: 'https://{variables.ELSEWHERE}',
      authConfig: null,
    })
    const plan = await lab().plan(workflowId)
    const notes = plan.warnings.filter(({ name }) => name === 'Moved system')
    assert.include(JSON.stringify(notes), 'They are deleted, and Moved system is inactive')
    assert.include(JSON.stringify(notes), 'authConfig.accessToken')
    await lab().promote(workflowId)
    const shown = await lab().show(`systems/${id}`)
    assert.isFalse(shown.isActive)
    assert.isNull((shown.authConfig as Row).accessToken)
  })

  // Red when leadsElsewhere() ignores the type of authentication.
  test('a system with another type of authentication loses its credentials', async ({ assert }) => {
    const { systemId, workflowId } = await lab().chain('Other way')
    const done = await lab().promote(workflowId)
    const system = `systems/${itemOf(done, 'Other way system').targetId}`
    const own = { authConfig: { accessToken: 'of-production' }, isActive: true }
    await lab().change(system, own, 'production')
    await lab().change(`systems/${systemId}`, { authType: 'basic' })
    assert.include(codesOf(await lab().plan(workflowId)), 'credentials_missing')
    await lab().promote(workflowId)
    const shown = await lab().show(system)
    assert.deepInclude(shown, { authType: 'basic', isActive: false })
    assert.isNull((shown.authConfig as Row).accessToken)
  })

  // Red when carry() copies a literal host from the configuration of the source: live data would go to a test
  // address.
  test('a literal host in a configuration stays', async ({ assert }) => {
    const depot = (host: string) => ({
      systemType: 'parcel_depot',
      authType: 'basic',
      baseUrl: null,
      config: { depot: host, lane: 4 },
    })
    const { systemId, workflowId } = await lab().chain('Harbour', depot('test.depot.example'))
    const there = await lab().system('Harbour system', depot('depot.example'), 'production')
    await lab().change(`systems/${systemId}`, { config: { lane: 5 } })
    const plan = await lab().plan(workflowId)
    assert.include(codesOf(plan), 'literal_host')
    assert.deepEqual(
      itemOf(plan, 'Harbour system').changes.map(({ field }) => field),
      ['config.lane']
    )
    await lab().promote(workflowId)
    const { config } = await lab().show(`systems/${there}`)
    assert.deepInclude(config as Row, { depot: 'depot.example', lane: 5 })
  })

  // Red when update() keeps secrets of `config`, or leadsElsewhere() ignores addresses in it.
  test('secrets of a configuration are deleted when its address changes', async ({ assert }) => {
    const config = (depot: string, more = {}) => ({ config: { depot, lane: 4, ...more } })
    const { systemId, workflowId } = await lab().chain('Depot', {
      systemType: 'parcel_depot',
      authType: 'basic',
      baseUrl: null,
      ...config('{variables.DEPOT}', { passphrase: key }),
    })
    const done = await lab().promote(workflowId)
    const system = `systems/${itemOf(done, 'Depot system').targetId}`
    assert.isEmpty(((await lab().show(system)).config as Row).passphrase ?? '')
    const own = config('{variables.DEPOT}', { passphrase: 'of-production' })
    await lab().change(system, { ...own, isActive: true }, 'production')
    assert.notInclude(codesOf(await lab().plan(workflowId)), 'credentials_missing')
    await lab().promote(workflowId)
    assert.isString(((await lab().show(system)).config as Row).passphrase)
    await lab().change(`systems/${systemId}`, config('{variables.OTHER}', { passphrase: key }))
    assert.include(codesOf(await lab().plan(workflowId)), 'credentials_missing')
    await lab().promote(workflowId)
    const shown = await lab().show(system)
    assert.isFalse(shown.isActive)
    assert.isEmpty((shown.config as Row).passphrase ?? '')
    assert.equal((shown.config as Row).depot, '{variables.OTHER}')
  })

  // Red when createSystem() and updateSystem() require credentials that are entered in the target later: the
  // promise of the plan would fail.
  test('kinds that require credentials are promoted without them, in both directions', async ({
    assert,
  }) => {
    const auth = { authConfig: { keyId: 'quay', key } }
    const { systemId, workflowId } = await lab().chain('Signed', {
      systemType: 'parcel_depot',
      authType: 'signed',
      baseUrl: null,
      config: { depot: '{variables.DEPOT}', lane: 4 },
      ...auth,
    })
    const done = await lab().promote(workflowId)
    const system = `systems/${itemOf(done, 'Signed system').targetId}`
    assert.isFalse((await lab().show(system)).isActive)
    const early = await lab().tryChange(system, { authConfig: { key } }, 'production')
    assert.deepEqual([early.status, early.body.code], [422, 'E_VALIDATION'])
    await lab().change(system, { ...auth, isActive: true }, 'production')
    await lab().change(`systems/${systemId}`, { config: { depot: '{variables.OTHER}' }, ...auth })
    const moved = await lab().promote(workflowId)
    const shown = await lab().show(system)
    assert.isFalse(shown.isActive)
    assert.isNull((shown.authConfig as Row).keyId)
    assert.equal((await lab().tryUndo(moved.id)).status, 200)
    assert.equal(((await lab().show(system)).config as Row).depot, '{variables.DEPOT}')
  })

  // Red when withMasks() keeps the mask of a step whose address changes.
  test('a step whose secret would be sent elsewhere loses it', async ({ assert }) => {
    const steps = (to: string) => [{ id: 'keyed', type: 'keyed', config: { to, key } }]
    const workflowId = await lab().workflow('Step moves', steps('here.example'))
    const done = await lab().promote(workflowId)
    const flow = `workflows/${itemOf(done, 'Step moves').targetId}`
    await lab().change(flow, { steps: steps('here.example') }, 'production')
    assert.notInclude(codesOf(await lab().plan(workflowId)), 'credentials_missing')
    await lab().change(`workflows/${workflowId}`, { steps: steps('there.example') })
    assert.include(codesOf(await lab().plan(workflowId)), 'credentials_missing')
    await lab().promote(workflowId)
    const shown = await lab().show<{ steps: Step[] }>(flow)
    assert.deepEqual(shown.steps[0]!.config, { to: 'there.example' })
  })

  // Red when create() does not mark it: a system with access to some folders would get all files.
  test('a new system that is bound to folders gets no files', async ({ assert }) => {
    const { systemId, workflowId } = await lab().chain('Bound')
    const folder = await lab().app.ok<Row>('POST', '/api/assets', {
      as: lab().tenant.admin,
      body: { name: 'Bound', type: 'folder', parentId: null },
    })
    await lab().app.ok('POST', '/api/folder-bindings', {
      as: lab().in('development'),
      body: { systemId, assetId: folder.id, permissions: ['read'] },
    })
    const done = await lab().promote(workflowId)
    assert.include(codesOf(done), 'note')
    const shown = await lab().show(`systems/${itemOf(done, 'Bound system').targetId}`)
    assert.isTrue(shown.isBound)
  })

  // Red when promote() does not run in one transaction.
  test('all or nothing: exceeding a limit in the middle leaves nothing', async ({ assert }) => {
    const systemId = await lab().system('Whole')
    const steps = []
    for (const at of [1, 2, 3]) {
      const endpointId = await lab().endpoint(systemId, `Whole ${at}`)
      steps.push({ id: `s${at}`, type: 'api_call', systemId, endpointId, config: {} })
    }
    const id = await lab().workflow('Whole', steps)
    const production = await environmentId('production')
    const used = (await lab().list('endpoints')).length
    const limited = (most: number) =>
      lab().app.inside(async () => {
        await asOperator('limit', () =>
          unscoped()
            .from('tenant_environments')
            .where('id', production)
            .update({ max_api_endpoints: most })
        )
        await setActive(lab().tenant.id, production, true)
      })
    await limited(used + 2)
    const plan = await lab().plan(id)
    assert.include(codesOf(plan), 'limit_passed')
    const before = await lab().rows()
    const { status, body } = await lab().ask([id])
    assert.equal(status, 409)
    assert.equal(body.code, 'E_QUOTA_ENDPOINTS')
    assert.deepEqual(await lab().rows(), before)
    await limited(used + 3)
    assert.notInclude(codesOf(await lab().plan(id)), 'limit_passed')
    await lab().promote(id)
    await limited(10_000)
  })

  // Red when assertSame() is not called.
  test('an outdated plan is refused, with the names of the changes', async ({ assert }) => {
    const { workflowId } = await lab().chain('Stale')
    const done = await lab().promote(workflowId)
    await lab().change(`workflows/${workflowId}`, { description: 'To be promoted' })
    const { plan } = await lab().plan(workflowId)
    const flow = `workflows/${itemOf(done, 'Stale').targetId}`
    await lab().change(flow, { description: 'By another person' }, 'production')
    const refused = await lab().ask([workflowId], { plan })
    assert.equal(refused.status, 409)
    assert.equal(refused.body.code, 'E_PLAN_CHANGED')
    assert.include(refused.body.message, 'this has changed: Stale.')
    assert.equal((await lab().show(flow)).description, 'By another person')
    const renewed = await lab().plan(workflowId)
    assert.equal((await lab().ask([workflowId], { plan: renewed.plan })).status, 201)
    assert.equal((await lab().ask([workflowId], { plan: 'x' })).status, 422)
  })

  // Red on PostgreSQL when promote() leaves out lockMeters(): each creates its own system.
  test('two concurrent promotions create everything once', async ({ assert }) => {
    const { workflowId } = await lab().chain('Race')
    const replies = await Promise.all([1, 2, 3].map(() => lab().ask([workflowId])))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 201])
    const made = replies.flatMap(({ body }) =>
      body.items.filter(({ action }) => action === 'create').map(({ name }) => name)
    )
    assert.sameMembers(made, ['Race system', 'Race endpoint', 'Race'])
    const systems = await lab().list('systems')
    assert.lengthOf(
      systems.filter(({ name }) => name === 'Race system'),
      1
    )
  })

  test('missing, foreign and identical environments are refused with a message', async ({
    assert,
  }) => {
    const { workflowId } = await lab().chain('Refused')
    const globex = await lab().app.tenant('globex')
    const foreign = await lab().app.inside(() => addEnvironment(globex.id, 'testing'))
    const answers = [
      [await lab().ask([workflowId], { targetId: 'development' }), 422],
      [await lab().ask([workflowId], { targetId: 'testing' }), 422],
      [await lab().ask([workflowId], { targetId: foreign }), 422],
      [await lab().ask([workflowId], {}, globex.admin), 404],
      [await lab().ask([workflowId], {}, lab().tenant.admin, foreign), 404],
      [await lab().ask(['01999999-9999-7999-8999-999999999999']), 422],
      [await lab().ask([]), 422],
      [await lab().ask([workflowId], {}, lab().tenant.editor), 403],
      [await lab().ask([workflowId], {}, lab().tenant.viewer), 403],
    ] as const
    for (const [{ status, body }, expected] of answers) {
      assert.equal(status, expected, JSON.stringify(body))
    }
    // A workflow of the target does not exist in the source.
    const there = await lab().workflow('Only there', [], {}, 'production')
    assert.equal((await lab().ask([there])).status, 422)
  })

  // Red when assertUnbound() is not called in either.
  test('a token of one environment can neither promote nor undo', async ({ assert }) => {
    const { workflowId } = await lab().chain('Bound token')
    const { id } = await lab().promote(workflowId)
    for (const name of ['development', 'production']) {
      const { token } = await lab().app.ok<{ token: string }>('POST', '/api/api-tokens', {
        as: lab().tenant.admin,
        body: { name: `of ${name}`, environment: name },
      })
      const as = { headers: { authorization: `Bearer ${token}` } }
      const refused = await lab().ask([workflowId], { dryRun: true }, as)
      assert.equal(refused.status, 403)
      assert.equal(refused.body.code, 'E_ENVIRONMENT')
      const undo = await lab().tryUndo(id, as)
      assert.equal(undo.status, 403)
      const list = await lab().app.call('GET', '/api/environments/production/promotions', { as })
      assert.equal(list.status, name === 'production' ? 200 : 404)
    }
    const { status } = await lab().ask([workflowId], { dryRun: true }, lab().tenant.token)
    assert.equal(status, 200)
  })

  // Red when lockTarget() and assertActive() let it pass.
  test('an inactive target is refused', async ({ assert }) => {
    const { workflowId } = await lab().chain('Asleep')
    const testing = await lab().app.inside(() => addEnvironment(lab().tenant.id, 'testing'))
    await lab().app.inside(() => setActive(lab().tenant.id, testing, false))
    const { status, body } = await lab().ask([workflowId], { targetId: 'testing' })
    assert.equal(status, 403)
    assert.equal(body.code, 'E_ENVIRONMENT_INACTIVE')
    await lab().app.inside(() => setActive(lab().tenant.id, testing, true))
    assert.equal((await lab().ask([workflowId], { targetId: 'testing' })).status, 201)
  })

  // Red when assertMayPromoteFrom() checks nothing, or also refuses people.
  test('tokens cannot promote from an inactive source', async ({ assert }) => {
    const { workflowId } = await lab().chain('Dozing')
    const { token, admin, id } = lab().tenant
    const [development] = (
      await lab().app.ok<Row[]>('GET', '/api/tenant/environments', { as: admin })
    ).filter(({ name }) => name === 'development')
    await lab().app.inside(() => setActive(id, development!.id, false))
    const { status, body } = await lab().ask([workflowId], { dryRun: true }, token)
    assert.deepEqual([status, body.code], [403, 'E_ENVIRONMENT_INACTIVE'])
    assert.equal((await lab().ask([workflowId], { dryRun: true }, admin)).status, 200)
    await lab().app.inside(() => setActive(id, development!.id, true))
    assert.equal((await lab().ask([workflowId], { dryRun: true }, token)).status, 200)
  })

  // Red when an operation loses its `proof`: promotion changes addresses of systems that have credentials.
  test('a session needs a fresh proof', async ({ assert }) => {
    const { workflowId } = await lab().chain('Proof')
    const { id } = await lab().promote(workflowId)
    const email = 'left-open@acme.example'
    const person = await lab().app.ok<Row>('POST', '/api/users', {
      as: lab().tenant.admin,
      body: { email, role: 'admin' },
    })
    const as = await lab().app.signIn(email, 'acme')
    await lab().app.inside(() =>
      alter('sessions', { user_id: person.id }, { proved_at: minutesAgo(15) })
    )
    for (const { status, body } of [
      await lab().ask([workflowId], {}, as),
      await lab().tryUndo(id, as),
    ]) {
      assert.equal(status, 403)
      assert.equal(body.code, 'E_FRESH_PROOF_NEEDED')
    }
  })

  // Red when one of them is not `security`: promotion changes where stored credentials are sent.
  test('is recorded in the security log too', ({ assert }) => {
    for (const { name, security } of [promotionApplied, promotionUndone]) {
      assert.isTrue(security, name)
    }
  })

  // Red when assertMaySave() is not called: the promoting person is responsible for the steps.
  test('people cannot promote steps that they may not save', async ({ assert }) => {
    const { workflowId } = await lab().chain('Rights')
    const as = lab().tenant.admin
    const permissions = [
      'environments.read',
      'flows.read',
      'flows.write',
      'integrations.read',
      'integrations.write',
    ]
    const role = await lab().app.ok<{ key: string }>('POST', '/api/roles', {
      as,
      body: { name: 'Promoter', permissions },
    })
    await lab().app.ok('POST', '/api/users', {
      as,
      body: { email: 'promoter@acme.example', role: role.key },
    })
    const promoter = await lab().app.signIn('promoter@acme.example', 'acme')
    const before = await lab().rows()
    // Red when kinds are not asked for refusals: a dry run would promise a promotion that is refused later.
    const planned = await lab().ask([workflowId], { dryRun: true }, promoter)
    assert.equal(planned.status, 200)
    assert.include(codesOf(planned.body), 'refused')
    assert.notInclude(codesOf(await lab().plan(workflowId)), 'refused')
    const refused = await lab().ask([workflowId], {}, promoter)
    assert.equal(refused.status, 403)
    assert.equal(refused.body.code, 'E_GRANT')
    assert.deepEqual(await lab().rows(), before)
  })

  // Red when isSeen() or withoutHidden() lets everything pass.
  test('a promotion is shown as far as the person may see and change its rows', async ({
    assert,
  }) => {
    const { workflowId } = await lab().chain('Seen')
    await lab().promote(workflowId)
    await lab().change(`workflows/${workflowId}`, { description: 'For few eyes' })
    const { id } = await lab().promote(workflowId)
    const as = lab().tenant.admin
    const role = await lab().app.ok<{ key: string }>('POST', '/api/roles', {
      as,
      body: { name: 'Onlooker', permissions: ['environments.read', 'flows.read'] },
    })
    await lab().app.ok('POST', '/api/users', {
      as,
      body: { email: 'onlooker@acme.example', role: role.key },
    })
    const shownTo = (who = as) =>
      lab().app.ok<Promotion>('GET', `/api/environments/production/promotions/${id}`, { as: who })
    const onlooker = await shownTo(await lab().app.signIn('onlooker@acme.example', 'acme'))
    assert.deepEqual(
      onlooker.items.map(({ kind, changes }) => [kind, changes]),
      [['workflows', []]]
    )
    assert.deepEqual(onlooker.warnings, [])
    const editor = await shownTo(lab().tenant.editor)
    assert.lengthOf(editor.items, 3)
    assert.notInclude(JSON.stringify([onlooker, editor]), 'For few eyes')
    assert.include(JSON.stringify(await shownTo()), 'For few eyes')
  })

  // Red when keepNewest() is not called.
  test('the newest 200 of a target are kept', async ({ assert }) => {
    const { workflowId } = await lab().chain('Many')
    const { id } = await lab().promote(workflowId)
    await lab().app.inside(() =>
      asOperator('as if it had gone on for years', async () => {
        const row = await unscoped().from('environment_promotions').where('id', id!).firstOrFail()
        const rows = Array.from({ length: 210 }, (_, at) => ({
          ...Object.fromEntries(
            Object.entries(row).map(([name, value]) => [
              name,
              typeof value === 'object' && value !== null && !(value instanceof Date)
                ? JSON.stringify(value)
                : value,
            ])
          ),
          id: `old-${at}`,
          created_at: new Date(1e12 + at * 1000).toISOString(),
        }))
        await unscoped().insertQuery().table('environment_promotions').multiInsert(rows)
      })
    )
    await lab().change(`workflows/${workflowId}`, { description: 'One more' })
    await lab().promote(workflowId)
    const kept = await lab().app.ok<Promotion[]>(
      'GET',
      '/api/environments/production/promotions?range=[0,999]',
      { as: lab().tenant.admin }
    )
    assert.lengthOf(kept, 200)
    assert.isFalse(kept.some((one) => one.id === 'old-0'))
    assert.isTrue(kept.some((one) => one.id === id))
  })
})
