import type { ApplicationService } from '@adonisjs/core/types'
import { ConsoleFiles } from './console_files.js'

/** Serves the built console: hashed files cacheable for a year, the page for every other address. */
export default class ConsoleProvider {
  constructor(protected app: ApplicationService) {}

  async boot(): Promise<void> {
    const folder = this.app.config.get<string | undefined>('console.folder')
    if (!folder || this.app.getEnvironment() !== 'web') return
    const files = new ConsoleFiles(folder)
    const router = await this.app.container.make('router')
    router.route('*', ['GET', 'HEAD'], (http) => files.answer(http))
  }
}
