export { auditErase, auditRead } from './permissions.js'
