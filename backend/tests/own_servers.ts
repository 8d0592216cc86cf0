import type { Group } from '@japa/runner/core'
import { freePort, ServerProcess } from '@crossdock/backend/testing'
import { freshDatabase, type FreshDatabase } from '@crossdock/kernel/testing'

/** For each test of the group a new database, and as many servers on it as it asks for; all are gone after it. */
export function ownServers(group: Group) {
  let database: FreshDatabase
  let servers: ServerProcess[]
  group.each.setup(async () => {
    database = await freshDatabase()
    servers = []
    return async () => {
      await Promise.all(servers.map((server) => server.kill()))
      await database.remove()
    }
  })
  return {
    database: () => database,
    async server(env: Record<string, string> = {}): Promise<ServerProcess> {
      const made = new ServerProcess(database, await freePort(), env)
      servers.push(made)
      return made
    },
  }
}
