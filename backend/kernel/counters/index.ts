export { countersInEnvironment, countersInEnvironmentByHour } from './in_environment.js'
export { countersByHour, countersByTenant, countersOf, type Sums } from './read.js'
