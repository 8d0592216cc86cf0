import { bootApp } from '@crossdock/backend/testing'
import { FatalProbe } from './fatal_probe.js'
import { FatalTrigger } from './fatal_trigger.js'
import { probePlugin } from './probe.js'

/** An application of its own on the database its parent names; says where it listens. */
const [dataDir, databaseUrl] = process.argv.slice(2)
const database = { dataDir: dataDir!, databaseUrl, remove: async () => {} }
const app = await bootApp({
  database,
  plugins: [probePlugin(new FatalProbe(dataDir!), new FatalTrigger(dataDir!))],
})
console.log(app.url)
