import type { ApplicationService } from '@adonisjs/core/types'
import { loggable } from '@crossdock/kernel/http'
import { pluginHost } from '@crossdock/kernel/plugin'

/**
 * Ends the process for a fault that nobody caught, forgotten rejections included, and says so in
 * the log: what the process knows may be wrong from here on. What was accepted is on the disk and
 * is taken up again by the next start.
 */
export function endWhenUncaught(app: ApplicationService): void {
  process.on('uncaughtException', async (error) => {
    const sentence = `Crossdock ends: nobody caught this fault${ofPlugin(error)}. Start it again, and report this.`
    try {
      const logger = await app.container.make('logger')
      logger.fatal({ err: loggable(error) }, sentence)
    } catch {
      console.error(sentence, error)
    }
    process.exit(1)
  })
}

/** Of which package from outside, if its code is where the fault comes from. */
function ofPlugin(error: unknown): string {
  const stack = String((error as Error | undefined)?.stack)
  const found = (pluginHost.peek()?.plugins ?? [])
    .flatMap(({ name, package: from }) => {
      const at = from ? stack.indexOf(`/node_modules/${from}/`) : -1
      return at < 0 ? [] : [{ at, told: ` of the plugin "${name}" (${from})` }]
    })
    .sort((one, other) => one.at - other.at)
  return found[0]?.told ?? ''
}
