// onBothDatabases: asks which database it runs on
import { test } from '@japa/runner'
import { bootApp, FeedReader, until, type Caller, type TestApp } from '@crossdock/backend/testing'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { RoleLab } from './support.js'

/** Below the three seconds after which what is remembered is looked at again anyway: then it was not the event. */
const atOnceMs = 1_000

if (testDatabase === 'pg') {
  test.group('A role that is changed in another process', (group) => {
    let here: TestApp
    let there: TestApp
    let lab: RoleLab

    group.setup(async () => {
      here = await bootApp()
      lab = new RoleLab(here, await here.tenant('acme'))
      there = await bootApp({ database: here.database })
      return async () => {
        await there.stop()
        await here.stop()
      }
    })

    const status = async (as: Caller, path: string) =>
      (await call(there.url, 'GET', path, { as })).status

    /** How long it takes until the other process answers so. */
    async function takes(as: Caller, path: string, wanted: number): Promise<number> {
      const began = Date.now()
      await until(`${path} to answer ${wanted}`, async () => (await status(as, path)) === wanted)
      return Date.now() - began
    }

    // Red when roles.ts drops nothing for a role, or token_guard.ts does not.
    test('holds within a second, for sessions and tokens', async ({ assert }) => {
      const role = await lab.some(['assets.read'])
      const person = await lab.person(role.key)
      const token = await lab.token(person.as, [])
      for (let turn = 0; turn < 5; turn++) {
        for (const as of [person.as, token]) assert.equal(await status(as, '/api/assets'), 200)
        await lab.change(role.id, { permissions: ['dashboard.read'] })
        for (const as of [person.as, token]) {
          assert.isBelow(await takes(as, '/api/assets', 403), atOnceMs)
        }
        await lab.change(role.id, { permissions: ['assets.read'] })
        for (const as of [person.as, token]) {
          assert.isBelow(await takes(as, '/api/assets', 200), atOnceMs)
        }
      }
    })

    // Red when moveHolders tells nothing: the accounts that are remembered still have the old role.
    test('or deleted, and its holders given another one', async ({ assert }) => {
      for (let turn = 0; turn < 5; turn++) {
        const role = await lab.some(['assets.read'])
        const person = await lab.person(role.key)
        const token = await lab.token(person.as, [])
        for (const as of [person.as, token]) assert.equal(await status(as, '/api/assets'), 200)
        const feed = await FeedReader.open(there.url, '/api/events/stream', person.as)
        await until('the feed to begin', () => feed.lastEventId)
        assert.equal((await lab.delete(role.id, 'editor')).status, 204)
        for (const as of [person.as, token]) {
          assert.isBelow(await takes(as, '/api/users', 200), atOnceMs)
        }
        await until('the feed to end', () => feed.ended)
      }
    })
  })
}
