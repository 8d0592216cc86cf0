// onOneDatabase: concerns SQLite's file
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { testDatabase } from '../../testing/index.js'
import { asOperator } from '../../tenancy/index.js'
import { Checkpoints } from '../sqlite/checkpoints.js'
import { ask, change, transaction } from '../database.js'
import { usualLogBytes } from '../sqlite/sqlite_connection.js'

const isCopiedBeside = testDatabase === 'sqlite' && process.env.SQLITE_DRIVER !== 'sqlite3'
/** The thread copies a longer log (sqlite_connection.ts). */
const usualPages = 8_000
const pagesOfRow = 256

// On PostgreSQL and with the sqlite3 driver, no thread copies a log.
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

    // Red when no thread copies the log. Only SQLite would copy it, at eight times this length.
    test('is copied by a thread when it is long, and restarts', async ({ assert }) => {
      while ((await pages()).log <= usualPages) await writeRow()
      await writeRow()
      let [longest, probes] = [0, 0]
      await until('the log to restart', async () => {
        const { log, checkpointed } = await pages()
        if (log < usualPages / 2) return true
        longest = Math.max(longest, log)
        // A completely copied log restarts with the next write. If the copy began before the last write,
        // another copy is needed, which a write starts.
        if (checkpointed === log || ++probes % 100 === 0) await writeRow()
        return false
      })
      // SQLite itself copies a log of 64,000 pages.
      assert.isBelow(longest, 7 * usualPages)
      // Red without journal_size_limit: a log that was long once would keep its size and be copied all the
      // time.
      const { dataDir } = app.database
      const { size } = await stat(join(dataDir, 'crossdock.sqlite3-wal'))
      assert.isAtMost(size, usualLogBytes(dataDir))
    })

    // Red when an error is swallowed, or thrown unhandled: the server would end.
    test('is copied by SQLite itself if the thread fails, which is reported once per period', async ({
      assert,
    }) => {
      const errors: unknown[] = []
      const nothing = join(app.database.dataDir, 'nothing.sqlite3')
      const checkpoints = new Checkpoints(nothing, (error) => errors.push(error))
      for (let turn = 0; turn < 2; turn++) {
        checkpoints.grown(Infinity)
        await checkpoints.ended()
      }
      assert.lengthOf(errors, 1)
      assert.match(String(errors[0]), /unable to open database file/)
    })
  })
}

test.group('A thread that copies the log', () => {
  const running = (program: string) => {
    const errors: unknown[] = []
    const thread = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
    const checkpoints = new Checkpoints('missing', (error) => errors.push(error), thread)
    checkpoints.grown(Infinity)
    return { checkpoints, errors }
  }

  // Red when only an exception of the thread is reported.
  test('and exits with a status is reported once', async ({ assert }) => {
    const { checkpoints, errors } = running('process.exit(3)')
    await checkpoints.ended()
    checkpoints.grown(Infinity)
    await checkpoints.ended()
    assert.lengthOf(errors, 1)
    assert.match(String(errors[0]), /ended with 3/)
  })

  // Red when stop() waits for the thread.
  test('and hangs does not prevent a stop', async ({ assert }) => {
    const hanging = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
    const { checkpoints } = running(hanging)
    await checkpoints.stop()
    // The thread was ended, and this was noticed.
    await assert.doesNotReject(() => checkpoints.ended())
  })
})
