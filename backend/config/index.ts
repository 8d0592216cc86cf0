import { defineConfig as defineEncryption, drivers } from '@adonisjs/core/encryption'
import { defineConfig as defineHttp } from '@adonisjs/core/http'
import { defineConfig as defineLogger } from '@adonisjs/core/logger'
import type { IncomingMessage } from 'node:http'
import { databaseConfig } from '@crossdock/kernel/boot'
import { clientAddress, refuseAddress } from '@crossdock/kernel/http'
import { logFactsForLogger } from '@crossdock/kernel/telemetry'
import type { CompleteSettings } from '@crossdock/kernel/settings'
import { builtConsole } from '../start/console_files.js'
import { terminal } from './terminal.js'

/** AdonisJS' configuration, derived from the settings. @param log where the log goes instead of stdout */
export function config(settings: CompleteSettings, log?: NodeJS.WritableStream) {
  const toTerminal = process.stdout.isTTY && settings.NODE_ENV !== 'production'
  const destination = log ?? (toTerminal ? terminal : undefined)
  const database = databaseConfig(settings)
  return {
    app: {
      appKey: settings.APP_KEY,
      appUrl: settings.APP_URL,
      http: defineHttp({
        generateRequestId: true,
        allowMethodSpoofing: false,
        onBadUrl: refuseAddress,
        // One proxy in front: what it adds on the right is believed, what the client wrote is not.
        getIp: ({ request }: { request: IncomingMessage }) => clientAddress(request),
        trustProxy: (_address: string, hop: number) => settings.TRUST_PROXY && hop === 0,
      }),
    },
    console: { folder: builtConsole() },
    encryption: defineEncryption({
      default: 'gcm',
      list: { gcm: drivers.aes256gcm({ id: 'crossdock', keys: [settings.APP_KEY] }) },
    }),
    logger: defineLogger({
      default: 'app',
      loggers: {
        app: {
          enabled: settings.LOG_LEVEL !== 'silent',
          name: 'crossdock',
          level: settings.LOG_LEVEL,
          mixin: logFactsForLogger(),
          ...(destination ? { destination } : {}),
          hooks: {
            // The greeting says it to people, and where.
            logMethod(args, method) {
              if (!String(args[0]).startsWith('started HTTP server')) method.apply(this, args)
            },
          },
          redact: ['req.headers.authorization', 'req.headers.cookie'],
        },
      },
    }),
    database: {
      ...database,
      connections: Object.fromEntries(
        Object.entries(database.connections).map(([name, connection]) => [
          name,
          { ...connection, schemaGeneration: { enabled: false } },
        ])
      ),
    },
  }
}
