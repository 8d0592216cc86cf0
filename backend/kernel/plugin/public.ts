// Also the API of plugins from outside: it stays compatible from version to version.
export type { Health, HealthCheck } from '../ground/health.js'
export {
  definePermission,
  readAndWrite,
  type Permission,
  type PermissionRef,
} from '../ground/permission.js'
export { definePlugin, type PluginContext, type PluginDeclaration } from './define_plugin.js'
export { perApplication } from '../ground/application.js'
export {
  contribute,
  extensionPoint,
  type Contribution,
  type ExtensionPoint,
  type Registry,
} from '../ground/extension_point.js'
export { jobRef, schedule, type JobRef, type Schedule } from '../jobs/reference.js'
export { logger } from '../ground/logger.js'
export { service, type ServiceRef } from '../ground/service.js'
export { kernelVersion } from '../ground/version.js'
