export * from './names.js'
export { webhooksRead, webhooksWrite } from './permissions.js'
