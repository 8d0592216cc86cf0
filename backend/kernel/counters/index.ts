export { countersInEnvironment, countersInEnvironmentByHour } from './in_environment.js'
export {
  countersByHour,
  countersByTenant,
  countersByTenantAndKey,
  countersOf,
  type Sums,
} from './read.js'
