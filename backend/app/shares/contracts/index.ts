export { assetsShare, sharingWrite } from './permissions.js'
