import type { ApplicationService } from '@adonisjs/core/types'
import { loggable } from '@crossdock/kernel/ground'
import { pluginHost } from '@crossdock/kernel/plugin'

/**
 * Ends the process after an uncaught error or unhandled rejection and logs it: the state of the process may be
 * wrong. Accepted work is on disk, and the next start continues it.
 */
export function endWhenUncaught(app: ApplicationService): void {
  process.on('uncaughtException', async (error) => {
    const sentence = `Crossdock ends because of an uncaught error${blamePackage(error)}. Start it again, and report this.`
    try {
      const logger = await app.container.make('logger')
      logger.fatal({ err: loggable(error) }, sentence)
    } catch {
      console.error(sentence, error)
    }
    process.exit(1)
  })
}

/** Names the external package whose code threw the error; empty if there is none. */
function blamePackage(error: unknown): string {
  const stack = String((error as Error | undefined)?.stack)
  const found = (pluginHost.peek()?.plugins ?? [])
    .flatMap(({ name, package: from }) => {
      const at = from ? stack.indexOf(`/node_modules/${from}/`) : -1
      return at < 0 ? [] : [{ at, source: ` of the plugin "${name}" (${from})` }]
    })
    .sort((one, other) => one.at - other.at)
  return found[0]?.source ?? ''
}
