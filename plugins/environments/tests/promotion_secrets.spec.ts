import { test } from '@japa/runner'
import { codesOf, itemOf, promotionLab, type Promotion, type Row } from './promotion_lab.js'

const live = 'of-production-4750'

test.group('Literal secrets in requests', (group) => {
  const lab = promotionLab(group)
  const said = ({ warnings }: Promotion, code: string) =>
    warnings.filter((warning) => warning.code === code).map(({ message }) => message)

  /** A chain with the same names in both environments. */
  const twins = async (name: string, request: object = {}, path = '/orders') => {
    const there = await lab().system(`${name} system`, {}, 'production')
    const endpointThere = await lab().endpoint(
      there,
      `${name} endpoint`,
      { path, requestSchema: request },
      'production'
    )
    return { ...(await lab().chain(name)), there, endpointThere }
  }
  const secretsOf = async (id: string) => {
    const { path, requestSchema } = await lab().show(`endpoints/${id}`)
    return JSON.stringify([path, requestSchema])
  }

  // Red when update() of systems leaves out deleteSecretsBelow(), or holdsAny() checks only its own
  // credentials.
  test('are deleted from all endpoints when the system gets another address', async ({
    assert,
  }) => {
    const request = {
      headers: { 'X-Api-Key': live, Authorization: `Bearer ${live}`, Accept: 'text/plain' },
      queryParams: { api_key: live },
    }
    const { systemId, workflowId, there, endpointThere } = await twins('Evil', request)
    const other = await lab().endpoint(
      ...([there, 'Evil other', { requestSchema: request }, 'production'] as const)
    )
    await lab().change(`systems/${systemId}`, { baseUrl: 'http://{variables.EVIL}/v1' })
    const plan = await lab().plan(workflowId)
    assert.equal(itemOf(plan, 'Evil endpoint').action, 'update')
    const [deleted] = said(plan, 'credentials_deleted')
    assert.include(deleted, 'Evil other: requestSchema.headers.X-Api-Key')
    assert.include(said(plan, 'note').join(), 'is inactive until they are entered')
    await lab().promote(workflowId)
    for (const id of [endpointThere, other]) assert.notInclude(await secretsOf(id), live)
    assert.include(await secretsOf(other), 'text/plain')
    assert.isFalse((await lab().show(`systems/${there}`)).isActive)
  })

  // Red when sentSecrets() ignores endpoints or steps, variablesOf() ignores paths or mappings, plain placeholders
  // are left out, only names of variables are checked, or update() of systems leaves out `isStopped`.
  test('secret variables and parameters of steps stop the system instead', async ({ assert }) => {
    const { systemId, workflowId, there, endpointThere } = await twins('Along')
    await lab().promote(workflowId)
    const headers = { Authorization: 'Bearer {variables.ALONG_OUTER}', 'X-P': '{variables.ALONG}' }
    const request = { requestSchema: { headers } }
    await lab().endpoint(there, 'Along other', request, 'production')
    const mapped = { fieldMapping: { systemFields: { key: 'variables.ALONG_SECRET' } } }
    await lab().endpoint(there, 'Along mapped', mapped, 'production')
    const inPath = { path: '/orders/{variables.ALONG_SECRET}' }
    await lab().endpoint(there, 'Along path', inPath, 'production')
    const literal = {
      path: `/orders;api_key=${live}`,
      requestSchema: { body: { list: [`Bearer ${live}`] } },
    }
    await lab().endpoint(there, 'Along literal', literal, 'production')
    const variable = (body: object) =>
      lab().app.ok('POST', '/api/environments/production/variables', {
        as: lab().tenant.admin,
        body,
      })
    await variable({ name: 'ALONG', value: 'plain' })
    await variable({ name: 'ALONG_SECRET', value: live, isSecret: true })
    await variable({ name: 'ALONG_OUTER', value: 'x-{variables.ALONG_SECRET}' })
    const call = { id: 'call', type: 'api_call', systemId: there, endpointId: endpointThere }
    const config = { params: { token: live, note: '{variables.ALONG_SECRET}' } }
    const own = await lab().workflow('Along own', [{ ...call, config }], {}, 'production')
    await lab().change(`systems/${systemId}`, { baseUrl: 'http://{variables.ELSEWHERE}/v1' })
    const plan = await lab().plan(workflowId)
    const note = said(plan, 'note').join()
    for (const place of [
      'Along other: {variables.ALONG_OUTER}',
      'Along mapped: {variables.ALONG_SECRET}',
      'Along path: {variables.ALONG_SECRET}',
      'Along literal: path',
      'Along literal: requestSchema.body.list.1',
      'Along own, step 1 (API call): {variables.ALONG_SECRET}',
      'Along own, step 1 (API call): config.params.token',
    ]) {
      assert.include(note, place)
    }
    assert.notInclude(note, '{variables.ALONG}')
    assert.notInclude(JSON.stringify(plan), live)
    const isActive = async () => (await lab().show(`systems/${there}`)).isActive
    const { id } = await lab().promote(workflowId)
    assert.isFalse(await isActive())
    // They can be read there, and stay.
    assert.include(JSON.stringify(await lab().show(`workflows/${own}`)), live)
    await lab().change(`systems/${there}`, { isActive: true }, 'production')
    assert.equal((await lab().tryUndo(id)).status, 200)
    assert.isFalse(await isActive())
    // Without a changed address, it is not stopped.
    await lab().change(`systems/${there}`, { isActive: true }, 'production')
    await lab().change(`systems/${systemId}`, {
      baseUrl: 'https://{variables.HOST}/v1',
      description: 'other',
    })
    await lab().promote(workflowId)
    assert.isTrue(await isActive())
  })

  // Red as above: undo restores the former address in the same way.
  test('a secret entered for the new address does not go to the former one', async ({ assert }) => {
    const { systemId, workflowId, there, endpointThere } = await twins('Former')
    await lab().promote(workflowId)
    await lab().change(`systems/${systemId}`, { baseUrl: 'http://{variables.NEW}/v1' })
    const { id } = await lab().promote(workflowId)
    assert.isTrue((await lab().show(`systems/${there}`)).isActive)
    const headers = { 'X-Api-Key': 'for-the-new-one' }
    await lab().change(`endpoints/${endpointThere}`, { requestSchema: { headers } }, 'production')
    const { status, body } = await lab().tryUndo(id)
    assert.equal(status, 200)
    assert.deepEqual(body.lost, ['Former endpoint: requestSchema.headers.X-Api-Key'])
    assert.notInclude(await secretsOf(endpointThere), 'for-the-new-one')
    assert.isFalse((await lab().show(`systems/${there}`)).isActive)
  })

  // Red when carry() of endpoints lists nothing as deleted, or undo lists nothing as lost.
  test('one that is replaced by a variable is deleted, and both directions report it', async ({
    assert,
  }) => {
    const headers = { Authorization: `Bearer ${live}`, 'X-Api-Key': live }
    const { endpointId, workflowId, endpointThere } = await twins('Replaced', { headers })
    await lab().change(`endpoints/${endpointId}`, {
      requestSchema: { headers: { authorization: 'Bearer {variables.TOKEN}' } },
    })
    const plan = await lab().plan(workflowId)
    const place = 'requestSchema.headers.Authorization'
    assert.deepEqual(said(plan, 'credentials_deleted'), [
      `Replaced endpoint: credentials that are stored in the target are deleted (${place}). Undoing the promotion does not restore them.`,
    ])
    const { id } = await lab().promote(workflowId)
    // Red when names of headers are compared with case: both would be sent.
    const { requestSchema } = await lab().show(`endpoints/${endpointThere}`)
    assert.deepEqual((requestSchema as Row).headers, {
      authorization: 'Bearer {variables.TOKEN}',
      'X-Api-Key': live,
    })
    const { body } = await lab().tryUndo(id)
    assert.deepEqual(body.lost, [`Replaced endpoint: ${place}`])
    assert.include(await secretsOf(endpointThere), live)
  })

  // Red when hasLiteralPart() returns false for a value with a placeholder, or split() checks only headers and
  // queries.
  test('are never promoted, in any position', async ({ assert }) => {
    const { endpointId, workflowId } = await lab().chain('Wherever')
    const key = 'literal-4750'
    await lab().change(`endpoints/${endpointId}`, {
      path: `/orders?page=1&api_key=${key}`,
      requestSchema: {
        headers: {
          Authorization: `Basic {file.name}${key}`,
          'X-Shop-Auth': key,
          Accept: 'a/b',
          'X-On': `Bearer ${key}`,
        },
        body: { login: { password: key, user: 'me' }, list: [{ token: key, kept: 1 }] },
      },
    })
    const plan = await lab().plan(workflowId)
    const [missing] = said(plan, 'credentials_missing')
    for (const place of [
      'headers.Authorization',
      'headers.X-Shop-Auth',
      'headers.X-On',
      'body.login.password',
      'body.list.1.token',
      'path.api_key',
    ]) {
      assert.include(missing, place)
    }
    const done = await lab().promote(workflowId)
    const id = itemOf(done, 'Wherever endpoint').targetId!
    assert.notInclude(await secretsOf(id), key)
    assert.deepInclude(await lab().show(`endpoints/${id}`), {
      path: '/orders?page=1',
      requestSchema: {
        headers: { Accept: 'a/b' },
        body: { login: { user: 'me' }, list: [{ kept: 1 }] },
      },
    })
    // A value entered there stays.
    const entered = {
      path: `/orders?page=1&api_key=${live}`,
      requestSchema: { body: { password: live } },
    }
    await lab().change(`endpoints/${id}`, entered, 'production')
    await lab().change(`endpoints/${endpointId}`, { path: `/orders?page=2&api_key=${key}` })
    await lab().promote(workflowId)
    const { path, requestSchema } = await lab().show(`endpoints/${id}`)
    assert.equal(path, `/orders?page=2&api_key=${live}`)
    assert.equal(((requestSchema as Row).body as Row).password, live)
  })

  // Red when mergeLists() pairs by position, takes the first similar entry, or uses positions as keys of
  // entries (`lost`).
  test('one in a list entry stays with that entry, or is deleted', async ({ assert }) => {
    const accounts = (...list: object[]) => ({ requestSchema: { body: { accounts: list } } })
    const [alpha, beta] = [
      { id: 'alpha', password: 'pA-4750' },
      { id: 'beta', password: 'pB-4750' },
    ]
    const { endpointId, workflowId, endpointThere } = await twins(
      'List',
      accounts(alpha, beta).requestSchema
    )
    const there = async () => (await lab().show(`endpoints/${endpointThere}`)).requestSchema
    await lab().change(`endpoints/${endpointId}`, accounts({ id: 'gamma' }, { id: 'alpha' }))
    assert.include(
      said(await lab().plan(workflowId), 'credentials_deleted').join(),
      'requestSchema.body.accounts.2.password'
    )
    const { id } = await lab().promote(workflowId)
    assert.deepEqual(await there(), accounts({ id: 'gamma' }, alpha).requestSchema)
    const { body } = await lab().tryUndo(id)
    assert.deepEqual(body.lost, ['List endpoint: requestSchema.body.accounts.2.password'])
    assert.deepEqual(await there(), accounts(alpha, { id: 'beta' }).requestSchema)
    // Two similar entries cannot be distinguished, unless the list is unchanged.
    const alike = accounts({ password: 'first-4750' }, { password: 'second-4750' })
    await lab().change(`endpoints/${endpointThere}`, alike, 'production')
    await lab().change(`endpoints/${endpointId}`, { ...accounts({}, {}), path: '/other' })
    assert.notInclude(codesOf(await lab().plan(workflowId)), 'credentials_deleted')
    await lab().promote(workflowId)
    assert.deepEqual(await there(), alike.requestSchema)
    await lab().change(`endpoints/${endpointId}`, accounts({}))
    await lab().promote(workflowId)
    assert.deepEqual(await there(), accounts({}).requestSchema)
  })

  // Red when isSecret() checks names only.
  test('a text body that contains one is not promoted', async ({ assert }) => {
    const { endpointId, workflowId } = await lab().chain('Form')
    const requestSchema = { body: 'user=me&password=form-4750' }
    await lab().change(`endpoints/${endpointId}`, { requestSchema })
    const plan = await lab().plan(workflowId)
    assert.include(said(plan, 'credentials_missing').join(), 'requestSchema.body')
    const id = itemOf(await lab().promote(workflowId), 'Form endpoint').targetId!
    assert.notInclude(await secretsOf(id), '4750')
    const own = { body: `user=me&password=${live}` }
    await lab().change(`endpoints/${id}`, { requestSchema: own }, 'production')
    await lab().change(`endpoints/${endpointId}`, { path: '/forms' })
    await lab().promote(workflowId)
    assert.deepInclude(await lab().show(`endpoints/${id}`), { path: '/forms', requestSchema: own })
    const filled = { body: 'user=me&password={variables.PASSWORD}' }
    await lab().change(`endpoints/${endpointId}`, { requestSchema: filled })
    assert.include(codesOf(await lab().plan(workflowId)), 'credentials_deleted')
    await lab().promote(workflowId)
    assert.deepInclude(await lab().show(`endpoints/${id}`), { requestSchema: filled })
  })

  // Red when carry() of workflows lists nothing as literal, or differences() shows values unmasked.
  test('a step value that looks like one is reported, and not shown', async ({ assert }) => {
    const { systemId, endpointId, workflowId } = await lab().chain('Params')
    await lab().promote(workflowId)
    const params = { password: 'p-4750', apiKey: 'k-4750', nested: { token: 't-4750' }, plain: 1 }
    const call = { id: 'call', type: 'api_call', systemId, endpointId, config: { params } }
    const more = { ...call, id: 'more', name: 'Call again' }
    await lab().change(`workflows/${workflowId}`, { steps: [call, more] })
    const plan = await lab().plan(workflowId)
    const [written] = said(plan, 'credentials_written')
    for (const place of ['password', 'apiKey', 'nested.token']) {
      assert.include(written, `config.params.${place}`)
    }
    assert.notInclude(written, 'config.params.plain')
    assert.notInclude(JSON.stringify(plan), '4750')
    assert.deepInclude(itemOf(plan, 'Params').changes, {
      field: 'steps.2',
      from: null,
      to: 'Call again',
    })
    await lab().promote(workflowId)
    assert.notInclude(codesOf(await lab().plan(workflowId)), 'credentials_written')
  })
})
