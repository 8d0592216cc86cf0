// Import first: later code must not change the prototypes that all objects share.
import '@crossdock/kernel/hardening'
import type { Server } from 'node:http'
import type { ApplicationService } from '@adonisjs/core/types'
import {
  assertDatabaseAnswers,
  assertPortIsFree,
  claimDataDir,
  followTestClock,
} from '@crossdock/kernel/boot'
import { endKeptConnections } from '@crossdock/kernel/http'
import { securityLog } from '@crossdock/kernel/ground'
import { assertStorageAnswers } from '@crossdock/kernel/storage'
import { installedPlugins } from '../plugins.js'
import { createIgnitor } from '../start/app.js'
import { loadEnvFile } from '../start/env_file.js'
import { explainStartError } from '../start/explain.js'
import { giveBackWhenIdle } from '../start/give_back.js'
import { takeLastConnections } from '../start/last_connections.js'
import { keepFilesPrivate, warnOfOpenFolder } from '../start/private_files.js'
import { serve } from '../start/serve.js'
import { settingsForStart } from '../start/settings.js'
import { endWhenUncaught } from '../start/uncaught.js'
import { welcome } from '../start/welcome.js'

/** Requests get this time to finish. After it, or after a second signal, they are cut off. */
const graceMs = 10_000
/** One stop request may arrive twice: systemd signals the whole group, and npm forwards its signal. */
const repeatedSignalMs = 2_000
/** Time limit for connections and running work to end. A process that is still alive then has a bug. */
const maxShutdownMs = 30_000

keepFilesPrivate()
followTestClock()

let isStopping = false
try {
  loadEnvFile('.env', process.env)
  await startServer()
} catch (error) {
  // A stop during startup removes what the startup needs, so its error is expected.
  if (!isStopping) {
    console.error(explainStartError(error, process.env) ?? error)
    process.exit(1)
  }
}

async function startServer(): Promise<void> {
  const settings = await settingsForStart(process.env)
  await assertPortIsFree(settings.HOST, settings.PORT)
  warnOfOpenFolder(settings.DATA_DIR)
  if (settings.DATABASE_URL) await assertDatabaseAnswers(settings.DATABASE_URL)
  else claimDataDir(settings.DATA_DIR)
  await assertStorageAnswers(settings)
  const plugins = await installedPlugins(settings)
  const demo = settings.DEMO && settings.ROLE === 'all' ? await import('../demo/start.js') : null
  const partner = await demo?.partnerOf(settings)
  const ignitor = createIgnitor(settings, plugins).tap((app) => {
    endWhenUncaught(app)
    const end = createShutdown(app)
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
  })
  await serve(ignitor)
  await welcome()
  giveBackWhenIdle()
  if (demo && partner) {
    const made = () => demo.runDemo(`http://127.0.0.1:${settings.PORT}`, partner)
    await securityLog()
      ?.quietly(made)
      .catch((error) => {
        console.error(`Could not create the demo organization: ${error.message}`)
      })
  }
}

/** Stops the process in order. A slow client cannot block the stop, because workers still need time to drain. */
function createShutdown(app: ApplicationService): () => Promise<void> {
  let since: number | undefined
  return async () => {
    isStopping = true
    const again = since !== undefined
    if (since !== undefined && performance.now() - since < repeatedSignalMs) return
    since ??= performance.now()
    if (!again) console.log('Crossdock is stopping and waits for running work.')
    const server = (await app.container.make('server')).getNodeServer()
    const cut = () =>
      (server as { closeAllConnections?(): void } | undefined)?.closeAllConnections?.()
    if (again) return cut()
    if (server) endKeptConnections(server as Server)
    setTimeout(cut, graceMs).unref()
    setTimeout(() => {
      console.error('Crossdock did not stop in time and is terminated.')
      process.exit(1)
    }, maxShutdownMs).unref()
    if (server?.listening) await takeLastConnections(server)
    await app.terminate()
    console.log('Crossdock has stopped.')
    process.exit(0)
  }
}
