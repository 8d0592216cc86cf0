import { bootApp } from '@crossdock/backend/testing'
import { FatalProbe } from './fatal_probe.js'
import { FatalTrigger } from './fatal_trigger.js'
import { probePlugin } from './probe.js'

/** A separate application on the given database; prints its address. */
const [dataDir, databaseUrl] = process.argv.slice(2)
const database = { dataDir: dataDir!, databaseUrl, remove: async () => {} }
const app = await bootApp({
  database,
  plugins: [probePlugin(new FatalProbe(dataDir!), new FatalTrigger(dataDir!))],
})
console.log(app.url)
