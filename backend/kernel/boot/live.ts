import type { ApplicationService } from '@adonisjs/core/types'
import { beginApplication, endApplication, endStart, inApplication } from '../ground/application.js'

/**
 * Begins the life of an application: whatever AdonisJS does in it from now on (providers, hooks, the server that is
 * made while it starts) runs in it, whoever calls. Ends with it, or with a start that failed.
 */
export function live(app: ApplicationService): void {
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
