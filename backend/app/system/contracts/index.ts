export { systemRead, systemWrite } from './permissions.js'
export { describePublic } from './public_api.js'
