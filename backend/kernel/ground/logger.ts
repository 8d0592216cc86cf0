import type { Logger } from '@adonisjs/core/logger'
import { service } from './service.js'

/**
 * The log of the current application. `services/logger` of AdonisJS is the log of the first application in the process.
 */
export const logger = service<Logger>('kernel.logger')
