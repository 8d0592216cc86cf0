export { environmentBelongings, type EnvironmentBelongings } from './belongings.js'
export { environments, type Environments } from './environments.js'
export { environmentNames, type EnvironmentName } from './names.js'
export {
  environmentDefaults,
  environmentTemplates,
  type EnvironmentLimits,
  type EnvironmentTemplate,
} from './templates.js'
export { environmentsRead, environmentsWrite } from './permissions.js'
export * from './secrets.js'
export * from './variables.js'
export * from './promotion.js'
export * from './literal_secrets.js'
