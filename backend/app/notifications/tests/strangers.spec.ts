import { test } from '@japa/runner'
import { countMails } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { Lab } from './lab.js'

const digest = /Choose what you get mails about/

test.group('Who gets no notifications', (group) => {
  let lab: Lab
  group.each.setup(async () => {
    lab = await Lab.start()
    return () => lab.app.stop()
  })
  const leave = async (id: string) => {
    const request = { as: lab.acme.admin, body: { isActive: false } }
    await lab.app.ok('PUT', `/api/users/${id}`, request)
  }

  // Red when mayReceive() does not check the tenant (an operator's people), and when it does not check `mayEnter`.
  test('people of no organization or another one, and people who may not sign in', async ({
    assert,
  }) => {
    const { acme, globex, app } = lab
    const [operator, other, gone, viewer] = [
      await lab.idOf(await app.superAdmin()),
      await lab.idOf(globex.viewer),
      await lab.idOf(acme.editor),
      await lab.idOf(acme.viewer),
    ]
    await leave(gone)
    for (const id of [operator, other, gone, viewer]) await lab.call(id, 'Aurora')
    await lab.notified(acme.viewer, 'Aurora waits for you')
    await lab.settle()
    const rows: { user_id: string }[] = await lab.acrossTenants(async () =>
      unscoped().from('notifications').where('kind', 'harbour.pilot').select('user_id')
    )
    assert.deepEqual(
      rows.map(({ user_id: id }) => id),
      [viewer]
    )
  })

  // Red when sendDigest() does not check `mayEnter`: excluded people would still get mail.
  test('people who were excluded since, by mail', async ({ assert }) => {
    const { acme, app } = lab
    const editor = await lab.idOf(acme.editor)
    for (const id of [editor, await lab.idOf(acme.viewer)]) await lab.call(id, 'Aurora')
    await lab.notified(acme.editor, 'Aurora waits for you')
    await lab.notified(acme.viewer, 'Aurora waits for you')
    await lab.settle()
    await leave(editor)
    await app.mailTo('viewer@acme.example', () => lab.mailed(), digest)
    assert.equal(await countMails(app.database.dataDir, 'editor@acme.example', digest), 0)
  })
})
