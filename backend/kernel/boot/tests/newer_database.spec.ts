// onBothDatabases: its SQL differs by database
import { test } from '@japa/runner'
import { bootApp, migratedDatabase } from '@crossdock/backend/testing'
import { installed } from '../../../plugins.js'
import { asOwner } from '../../database/tests/refused_commits.js'

const future = 'backend/app/later/migrations/1_later'

test.group('A database of a newer version', () => {
  /** Red when only migrations of installed plugins are checked: a newer version brings new plugins. */
  test('is refused with a message and left unchanged; one of a removed package is accepted', async ({
    assert,
    cleanup,
  }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const start = async () => {
      const app = await bootApp({ database })
      await app.stop()
    }
    const record = async (...statements: string[]) => {
      const app = await bootApp({ database })
      for (const sql of statements) await app.inside(() => asOwner(database, sql))
      await app.stop()
    }
    const add = (name: string) => `insert into adonis_schema (name, batch) values ('${name}', 99)`

    await record(
      add('weather/7_forecasts'),
      `insert into installed_plugins (name, package, brings) values ('weather', 'cd-weather', '{}')`
    )
    await start()
    await record(add(future))
    await assert.rejects(
      start,
      /migrated by a newer version: this build does not know 1 of its migrations .*1_later/
    )
  })

  test('is also refused because of plugins that the newer version brought', async ({
    assert,
    cleanup,
  }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const app = await bootApp({ database })
    for (const sql of [
      `insert into installed_plugins (name, package, brings) values ('later', null, '{}')`,
      `insert into adonis_schema (name, batch) values ('later/1_later', 99)`,
    ])
      await app.inside(() => asOwner(database, sql))
    await app.stop()
    await assert.rejects(() => bootApp({ database }), /newer version/)
  })
})
