import type { Group } from '@japa/runner/core'
import { freePort, migratedDatabase, ServerProcess } from '@crossdock/backend/testing'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import { installed } from '../plugins.js'

/**
 * Gives each test of the group a new database with all tables, and starts servers on it. Removes all of them
 * after the test. A test of the very first start uses its own empty database.
 */
export function ownServers(group: Group) {
  let database: FreshDatabase
  let servers: ServerProcess[]
  group.each.setup(async () => {
    database = await migratedDatabase(installed)
    servers = []
    return async () => {
      await Promise.all(servers.map((server) => server.kill()))
      await database.remove()
    }
  })
  return {
    database: () => database,
    /** @param port defaults to a free one */
    async server(env: Record<string, string> = {}, port?: number): Promise<ServerProcess> {
      const made = new ServerProcess(database, port ?? (await freePort()), env)
      servers.push(made)
      return made
    },
  }
}
