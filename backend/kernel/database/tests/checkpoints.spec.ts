import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { testDatabase } from '../../testing/index.js'
import { asOperator } from '../../tenancy/index.js'
import { ask, change, transaction } from '../database.js'

const isCopiedBeside = testDatabase === 'sqlite' && process.env.SQLITE_DRIVER !== 'sqlite3'
/** The log is copied when it is longer (sqlite_connection.ts). */
const usualPages = 8_000
const pagesOfRow = 256

// On PostgreSQL, and with the driver sqlite3, nobody copies anything beside.
if (isCopiedBeside) {
  test.group('The write-ahead log of SQLite', (group) => {
    let app: TestApp

    group.setup(async () => {
      app = await bootApp()
      await asUsual(() => change('create table checkpoint_lab (data blob)', []))
      return () => app.stop()
    })

    const asUsual = <T>(work: () => Promise<T>) => app.inside(() => asOperator('a test', work))
    const writeRow = () =>
      asUsual(() =>
        transaction(() =>
          change(`insert into checkpoint_lab values (zeroblob(?))`, [pagesOfRow * 4096])
        )
      )
    const pages = () =>
      asUsual(async () => {
        const [row] = await ask<{ log: number; checkpointed: number }>(
          'pragma wal_checkpoint(noop)'
        )
        return row!
      })

    // Red when nobody copies it: the server would not, before it is eight times as long.
    test('is copied beside the server when it is long, and begins anew', async ({ assert }) => {
      while ((await pages()).log <= usualPages) await writeRow()
      await writeRow()
      await until('all of it to be copied', async () => {
        const { log, checkpointed } = await pages()
        return checkpointed === log
      })
      await writeRow()
      assert.isBelow((await pages()).log, usualPages / 2)
    })
  })
}
