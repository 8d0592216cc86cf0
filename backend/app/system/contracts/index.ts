export { systemRead, systemWrite } from './permissions.js'
