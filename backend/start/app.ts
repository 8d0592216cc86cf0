import { Ignitor } from '@adonisjs/core'
import type { ApplicationService } from '@adonisjs/core/types'
import { runInOwnContext } from '@crossdock/kernel/boot'
import {
  inApplication,
  pluginHost,
  PluginHost,
  type PluginDeclaration,
} from '@crossdock/kernel/plugin'
import { settings, type CompleteSettings } from '@crossdock/kernel/settings'
import { config } from '../config/index.js'
import rcFile from '../adonisrc.js'
import { appRoot } from './root.js'

/** The application as AdonisJS starts it, for server, commands and tests. @param log replaces stdout */
export function createIgnitor(
  complete: CompleteSettings,
  plugins: readonly PluginDeclaration[],
  log?: NodeJS.WritableStream
): Ignitor {
  const host = new PluginHost(plugins)
  host.assertMigrationFolders(appRoot)
  return new Ignitor(appRoot, { importer: (file) => import(file) }).tap(
    (app: ApplicationService) => {
      runInOwnContext(app)
      app.rcContents(rcFile)
      inApplication(app, () => {
        settings.provide(complete)
        pluginHost.provide(host)
        app.useConfig(config(complete, log))
      })
    }
  )
}
