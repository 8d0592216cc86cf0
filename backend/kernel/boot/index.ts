export { databaseConfig } from '../database/config.js'
export { kernel } from './kernel_plugin.js'
