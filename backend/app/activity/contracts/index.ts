export { activityRead, dashboardRead } from './permissions.js'
export { dashboardReads, type DashboardRead } from './dashboard_reads.js'
