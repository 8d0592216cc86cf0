export { countersByHour, countersByTenant, countersOf, type Sums } from './read.js'
