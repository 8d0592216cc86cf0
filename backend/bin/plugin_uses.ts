// Import first: later code must not change the prototypes that all objects share.
import '@crossdock/kernel/hardening'
import { readDatabase, findUses } from '@crossdock/kernel/boot'
import { readSettings } from '@crossdock/kernel/settings'
import { tablesMadeIn } from '../outside/tables.js'
import { loadEnvFile } from '../start/env_file.js'

// Prints as JSON what uses a package. `node ace plugin:remove` calls this first. Loads none of the package's
// code.
const [name, folder] = process.argv.slice(2) as [string, string]
try {
  loadEnvFile('.env', process.env)
  const uses = await readDatabase(readSettings(process.env), async (database) => {
    const { installed } = await import('../plugins.js')
    const points = installed.flatMap(({ extensionPoints = [] }) => extensionPoints)
    return findUses(name, points, await tablesMadeIn(folder), database)
  })
  console.log(JSON.stringify(uses ?? []))
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
