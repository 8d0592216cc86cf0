export { environmentBelongings, type EnvironmentBelongings } from './belongings.js'
export { environmentNames, type EnvironmentName } from './names.js'
export {
  environmentDefaults,
  environmentTemplates,
  type EnvironmentLimits,
  type EnvironmentTemplate,
} from './templates.js'
