import { bootApp, freePort, migratedDatabase, ServerProcess } from '@crossdock/backend/testing'
import type { Group, TestContext } from '@japa/runner/core'
import { credentials } from '../../../kernel/storage/tests/s3_signature.js'
import { installed } from '../../../plugins.js'

type Cleaning = Pick<TestContext, 'cleanup'>

/** Keys of the test bucket. The server does not inherit the environment of this process. */
const keys = {
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
}

/** Runs the expensive part of a group before its tests, with a `cleanup` that runs after them. */
export function prepare(group: Group, work: (context: Cleaning) => Promise<void>): void {
  group.setup(async () => {
    const cleanups: (() => unknown)[] = []
    const clean = async () => {
      for (const one of cleanups.splice(0).reverse()) await one()
    }
    const cleanup = (one: () => unknown) => void cleanups.push(one)
    await work({ cleanup: cleanup as Cleaning['cleanup'] }).catch(async (error: unknown) => {
      await clean()
      throw error
    })
    return clean
  })
}

/**
 * Starts a server in a process that can be killed. Also returns a token, and a function that boots the same
 * database in this process.
 */
export async function serve({ cleanup }: Cleaning, storage?: string) {
  const database = await migratedDatabase(installed)
  cleanup(() => database.remove())
  const port = await freePort()
  const settings = { PORT: port, ...(storage ? { STORAGE_URL: storage } : {}) } as never
  const bootHere = () => bootApp({ database, settings })
  const app = await bootHere()
  const { token: as } = await app.tenant('freightway')
  await app.stop()
  const server = new ServerProcess(database, port, storage ? { STORAGE_URL: storage, ...keys } : {})
  cleanup(() => server.kill())
  await server.start()
  return { server, as, bootHere }
}
