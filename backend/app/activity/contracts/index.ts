export { activityRead, dashboardRead } from './permissions.js'
