// First of all: nothing that is loaded later may change what all objects share.
import '@crossdock/kernel/hardening'
import { look, usesOf } from '@crossdock/kernel/boot'
import { readSettings } from '@crossdock/kernel/settings'
import { tablesMadeIn } from '../outside/tables.js'
import { loadEnvFile } from '../start/env_file.js'

// Says what uses a package, as JSON: `node ace plugin:remove` asks before it takes it away. None of its code is loaded.
const [name, folder] = process.argv.slice(2) as [string, string]
try {
  loadEnvFile('.env', process.env)
  const uses = await look(readSettings(process.env), async (database) => {
    const { installed } = await import('../plugins.js')
    const points = installed.flatMap(({ extensionPoints = [] }) => extensionPoints)
    return usesOf(name, points, await tablesMadeIn(folder), database)
  })
  console.log(JSON.stringify(uses ?? []))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
