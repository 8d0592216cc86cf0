// onOneDatabase: about the file of SQLite
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { testDatabase } from '../../testing/index.js'
import { asOperator } from '../../tenancy/index.js'
import { Checkpoints } from '../checkpoints.js'
import { ask, change, transaction } from '../database.js'
import { usualLogBytes } from '../sqlite_connection.js'

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
      // Red without journal_size_limit: a log that was long once would take its room for ever, and be copied all the time.
      const { dataDir } = app.database
      const { size } = await stat(join(dataDir, 'crossdock.sqlite3-wal'))
      assert.isAtMost(size, usualLogBytes(dataDir))
    })

    // Red when what goes wrong is kept to itself, or thrown where nobody takes it: the server would end.
    test('is copied by SQLite itself where that does not work, which is told once in a while', async ({
      assert,
    }) => {
      const told: unknown[] = []
      const nothing = join(app.database.dataDir, 'nothing.sqlite3')
      const checkpoints = new Checkpoints(nothing, (error) => told.push(error))
      for (let turn = 0; turn < 2; turn++) {
        checkpoints.grown(Infinity)
        await checkpoints.ended()
      }
      assert.lengthOf(told, 1)
      assert.match(String(told[0]), /unable to open database file/)
    })
  })
}

test.group('A thread that copies the log', () => {
  const running = (program: string) => {
    const told: unknown[] = []
    const thread = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
    const checkpoints = new Checkpoints('nowhere', (error) => told.push(error), thread)
    checkpoints.grown(Infinity)
    return { checkpoints, told }
  }

  // Red when only an exception of the thread is looked for.
  test('and ends with a status is told, once', async ({ assert }) => {
    const { checkpoints, told } = running('process.exit(3)')
    await checkpoints.ended()
    checkpoints.grown(Infinity)
    await checkpoints.ended()
    assert.lengthOf(told, 1)
    assert.match(String(told[0]), /ended with 3/)
  })

  // Red when stop() waits for its end.
  test('and hangs keeps nobody from stopping', async ({ assert }) => {
    const hanging = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
    const { checkpoints } = running(hanging)
    await checkpoints.stop()
    // It was ended, and that was seen.
    await assert.doesNotReject(() => checkpoints.ended())
  })
})
