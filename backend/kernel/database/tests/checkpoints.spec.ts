import { test } from '@japa/runner'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { testDatabase } from '../../testing/index.js'
import { asOperator } from '../../tenancy/index.js'
import { Checkpoints } from '../checkpoints.js'
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
