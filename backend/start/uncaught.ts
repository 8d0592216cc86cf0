import type { ApplicationService } from '@adonisjs/core/types'
import { loggable } from '@crossdock/kernel/http'

/**
 * Ends the process for a fault that nobody caught, forgotten rejections included, and says so in
 * the log: what the process knows may be wrong from here on. What was accepted is on the disk and
 * is taken up again by the next start.
 */
export function endWhenUncaught(app: ApplicationService): void {
  process.on('uncaughtException', async (error) => {
    const sentence = 'Crossdock ends: nobody caught this fault. Start it again, and report this.'
    try {
      const logger = await app.container.make('logger')
      logger.fatal({ err: loggable(error) }, sentence)
    } catch {
      console.error(sentence, error)
    }
    process.exit(1)
  })
}
