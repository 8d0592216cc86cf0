// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, migratedDatabase } from '@crossdock/backend/testing'
import { installed } from '../../../plugins.js'
import { keyIdOf } from '../../secrets/index.js'

const first = 'the-first-application-key-of-this-test'
const second = 'the-second-application-key-of-this-test'
const third = 'the-third-application-key-of-this-test'

/** Red without assertKeyKnown() in migrator.ts. */
test('a database refuses an unknown key', async ({ assert, cleanup }) => {
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
  const missing = new RegExp(`used with the key ${keyIdOf(first)}, .*Put it back as APP_KEY`)
  await assert.rejects(() => start({ APP_KEY: second }), missing)
  await assert.rejects(() => start({ APP_KEY: second, APP_KEY_PREVIOUS: [third] }), missing)
  await assert.rejects(() => start({ APP_KEY: second, APP_KEY_LOST: keyIdOf(third) }), missing)
  // A rotation also gives the former key, and a restart with the previous settings works.
  await start({ APP_KEY: second, APP_KEY_PREVIOUS: [first] })
  await start({ APP_KEY: second })
  await start({ APP_KEY: first })
  // Lost permanently, declared for one start: from then on the new key is known.
  const latest = keyIdOf(second)
  await start({ APP_KEY: third, APP_KEY_LOST: latest })
  await start({ APP_KEY: third })
})
