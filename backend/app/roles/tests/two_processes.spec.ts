// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { bootApp, FeedReader, until, type Caller, type TestApp } from '@crossdock/backend/testing'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { RoleLab } from './support.js'

if (testDatabase === 'pg') {
  test.group('A role that is changed in another process', (group) => {
    let here: TestApp
    let there: TestApp
    let lab: RoleLab

    group.setup(async () => {
      here = await bootApp()
      lab = new RoleLab(here, await here.tenant('acme'))
      there = await bootApp({ database: here.database })
      // Caches do not expire here, so only the event can change an answer.
      there.clock.hold()
      return async () => {
        await there.stop()
        await here.stop()
      }
    })

    const status = async (as: Caller, path: string) =>
      (await call(there.url, 'GET', path, { as })).status

    /** Waits until the other process answers with this status. */
    const answers = (as: Caller, path: string, wanted: number) =>
      until(`${path} to answer ${wanted}`, async () => (await status(as, path)) === wanted)

    // Red when roles.ts or token_guard.ts drop nothing for a role.
    test('applies there by its event alone, for sessions and tokens', async ({ assert }) => {
      const role = await lab.some(['assets.read'])
      const person = await lab.person(role.key)
      const token = await lab.token(person.as, [])
      for (let turn = 0; turn < 5; turn++) {
        for (const as of [person.as, token]) assert.equal(await status(as, '/api/assets'), 200)
        await lab.change(role.id, { permissions: ['dashboard.read'] })
        for (const as of [person.as, token]) await answers(as, '/api/assets', 403)
        await lab.change(role.id, { permissions: ['assets.read'] })
        for (const as of [person.as, token]) await answers(as, '/api/assets', 200)
      }
    })

    // Red when moveHolders records no event: cached accounts still have the old role.
    test('applies to the holders of a deleted role, who get another one', async ({ assert }) => {
      for (let turn = 0; turn < 5; turn++) {
        const role = await lab.some(['assets.read'])
        const person = await lab.person(role.key)
        const token = await lab.token(person.as, [])
        for (const as of [person.as, token]) assert.equal(await status(as, '/api/assets'), 200)
        const feed = await FeedReader.open(there.url, '/api/events/stream', person.as)
        await until('the feed to begin', () => feed.lastEventId)
        assert.equal((await lab.delete(role.id, 'editor')).status, 204)
        for (const as of [person.as, token]) await answers(as, '/api/users', 200)
        await until('the feed to end', () => feed.ended)
      }
    })
  })
}
