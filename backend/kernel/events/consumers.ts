import { service } from '../ground/service.js'
import type { Consumer } from './consumer.js'

/** The consumers of all installed plugins. */
export const consumers = service<Consumer[]>('kernel.consumers')
