export { brandingWrite } from './permissions.js'
