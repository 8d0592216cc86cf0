import type { Logger } from '@adonisjs/core/logger'
import { service } from './service.js'

/** The log of the current application. AdonisJS' own `services/logger` is that of the first one in the process. */
export const logger = service<Logger>('kernel.logger')
