import { test } from '@japa/runner'
import { sharesLab } from './support.js'

const day = 24 * 60 * 60_000
const usual = {
  enabled: true,
  defaultDays: 30,
  maxDays: 365,
  passwordRequired: false,
  shownOnce: false,
}

test.group('The rule for links', (group) => {
  const lab = sharesLab(group)
  const set = (rule: object, as = lab.acme.admin) =>
    lab.app.call<{ errors: { field: string }[] }>('PUT', '/api/sharing-rule', {
      as,
      body: { ...usual, ...rule },
    })
  const create = (id: string, body: object = {}) =>
    lab.app.call<{ code: string; errors: { field: string }[] }>(
      'POST',
      `/api/assets/${id}/shares`,
      { as: lab.acme.editor, body: { kind: 'download', ...body } }
    )
  group.each.teardown(async () => void (await set({})))

  test('administrators set it, people who may share read it', async ({ assert }) => {
    const rule = await lab.app.ok('GET', '/api/sharing-rule', { as: lab.acme.editor })
    assert.deepEqual(rule, usual)
    assert.equal((await set({}, lab.acme.editor)).status, 403)
    assert.equal((await set({ defaultDays: 8, maxDays: 7 })).body.errors[0]!.field, 'defaultDays')
    assert.equal((await set({ maxDays: 0 })).status, 422)
    const other = await lab.app.tenant('birch')
    await set({ maxDays: 40 })
    assert.deepEqual(await lab.app.ok('GET', '/api/sharing-rule', { as: other.admin }), usual)
  })

  test('a password can be required of new links', async ({ assert }) => {
    const file = await lab.file('locked.txt', 'x')
    await set({ passwordRequired: true })
    assert.equal((await create(file.id)).body.errors[0]!.field, 'password')
    assert.equal((await create(file.id, { password: 'open sesame 9' })).status, 201)
  })

  // Red when visit checks only the stored end.
  test('a shorter time ends existing links', async ({ assert }) => {
    const file = await lab.file('short.txt', 'x')
    const share = await lab.share(file)
    await lab.alter(share, { created_at: new Date(Date.now() - 10 * day).toISOString() })
    assert.equal((await lab.visitor(share).ask()).status, 200)
    await set({ defaultDays: 5, maxDays: 7 })
    assert.equal((await lab.visitor(share).ask()).status, 404)
    assert.equal((await lab.visitor(share).download(file.id)).status, 404)
    assert.equal((await lab.shown(share)).status, 'expired')
    assert.lengthOf(await lab.shares(`?assetId=${file.id}&status=expired`), 1)
    assert.lengthOf(await lab.shares(`?assetId=${file.id}&status=active`), 0)
  })

  test('while links are off, none works and none can be created', async ({ assert }) => {
    const file = await lab.file('off.txt', 'x')
    const share = await lab.share(file)
    await set({ enabled: false })
    assert.equal((await lab.visitor(share).ask()).status, 404)
    assert.equal((await create(file.id)).body.code, 'E_SHARING_OFF')
    await set({})
    assert.equal((await lab.visitor(share).ask()).status, 200)
  })
})
