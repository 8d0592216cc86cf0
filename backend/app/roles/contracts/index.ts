export { rolesRead, rolesWrite } from './permissions.js'
