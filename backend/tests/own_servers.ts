import type { Group } from '@japa/runner/core'
import { freePort, migratedDatabase, ServerProcess } from '@crossdock/backend/testing'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import { installed } from '../plugins.js'

/**
 * For each test of the group a new database with all tables, and as many servers on it as it asks for; all are gone after
 * it. What is about the first start of all asks for an empty database of its own.
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
    /** @param port a free one when it does not matter */
    async server(env: Record<string, string> = {}, port?: number): Promise<ServerProcess> {
      const made = new ServerProcess(database, port ?? (await freePort()), env)
      servers.push(made)
      return made
    },
  }
}
