import type { ApplicationService } from '@adonisjs/core/types'
import { beginApplication, endApplication, endStart, inApplication } from '../ground/application.js'

/**
 * Runs everything that AdonisJS runs for an application in the application's context: providers, hooks, and
 * the server created at the start. Ends when the application ends or fails to start.
 */
export function runInOwnContext(app: ApplicationService): void {
  beginApplication(app)
  const { init, boot, start, terminate } = app
  const starting = (step: Promise<void>): Promise<void> =>
    step.catch((error: unknown) => {
      endApplication(app)
      throw error
    })
  app.init = () => starting(inApplication(app, () => init.call(app)))
  app.boot = () => starting(inApplication(app, () => boot.call(app)))
  app.start = (work) =>
    starting(inApplication(app, () => start.call(app, work)).then(() => endStart(app)))
  app.terminate = () =>
    inApplication(app, () => terminate.call(app)).finally(() => endApplication(app))
}
