import { existsSync } from 'node:fs'
import { SettingsError } from '@crossdock/kernel/settings'
import { installed } from '../plugins.js'
import { createIgnitor } from '../start/app.js'
import { completeSettings } from '../start/settings.js'
import { welcome } from '../start/welcome.js'

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  await serve()
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error)
  process.exit(1)
}

async function serve(): Promise<void> {
  const settings = completeSettings(process.env)
  process.env.HOST = settings.HOST
  process.env.PORT = String(settings.PORT)
  const demo = settings.DEMO && settings.ROLE === 'all' ? await import('../demo/start.js') : null
  // The demo's system listens on this machine, which egress would refuse.
  const partner = await demo?.startPartner(settings.PORT + 1)
  if (partner) settings.EGRESS_ALLOW = [...settings.EGRESS_ALLOW, `127.0.0.1/32:${partner.port}`]
  await createIgnitor(settings, installed)
    .tap((app) => {
      app.listen('SIGTERM', () => app.terminate())
      app.listen('SIGINT', () => app.terminate())
    })
    .httpServer()
    .start()
  await welcome()
  if (demo && partner) {
    await demo.runDemo(`http://127.0.0.1:${settings.PORT}`, partner).catch((error) => {
      console.error(`The demo organisation could not be made: ${error.message}`)
    })
  }
}
