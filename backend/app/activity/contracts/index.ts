export { sentenceOf } from '../sentence_of.js'
export { activityRead, dashboardRead } from './permissions.js'
export { dashboardReads, type DashboardRead } from './dashboard_reads.js'
export { veils, type Veil } from './veils.js'
