export {
  definePlugin,
  readAndWrite,
  type Health,
  type HealthCheck,
  type Permission,
  type PluginContext,
  type PluginDeclaration,
} from './define_plugin.js'
export {
  contribute,
  extensionPoint,
  type Contribution,
  type ExtensionPoint,
  type Registry,
} from './extension_point.js'
export { service, type ServiceRef } from './service.js'
export { kernelVersion, orderPlugins, PluginGraphError } from './graph.js'
export { PluginFault } from './fault.js'
export { PluginHost, pluginHost } from './host.js'
