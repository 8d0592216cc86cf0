// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, migratedDatabase } from '@crossdock/backend/testing'
import { installed } from '../../../plugins.js'
import { keyIdOf } from '../../secrets/index.js'

const first = 'the-first-application-key-of-this-test'
const second = 'the-second-application-key-of-this-test'
const third = 'the-third-application-key-of-this-test'

/** Red without assertKeyKnown() in migrator.ts. */
test('a database is not worked on with a key it has never seen', async ({ assert, cleanup }) => {
  const database = await migratedDatabase(installed)
  cleanup(() => database.remove())
  const start = async (keys: {
    APP_KEY: string
    APP_KEY_PREVIOUS?: string[]
    APP_KEY_LOST?: string
  }) => {
    const app = await bootApp({ database, settings: keys })
    await app.stop()
  }
  await start({ APP_KEY: first })
  const missing = new RegExp(`worked on with the key ${keyIdOf(first)}, .*Put it back as APP_KEY`)
  await assert.rejects(() => start({ APP_KEY: second }), missing)
  await assert.rejects(() => start({ APP_KEY: second, APP_KEY_PREVIOUS: [third] }), missing)
  await assert.rejects(() => start({ APP_KEY: second, APP_KEY_LOST: keyIdOf(third) }), missing)
  // A rotation brings the former one, and the start before the last can be gone back to.
  await start({ APP_KEY: second, APP_KEY_PREVIOUS: [first] })
  await start({ APP_KEY: second })
  await start({ APP_KEY: first })
  // Lost for good, said for one start: from then on the new one is known.
  const latest = keyIdOf(second)
  await start({ APP_KEY: third, APP_KEY_LOST: latest })
  await start({ APP_KEY: third })
})
