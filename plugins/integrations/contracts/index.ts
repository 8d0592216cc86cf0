export { integrationsRead, integrationsUse, integrationsWrite } from './permissions.js'
export * from './vocabulary.js'
export * from './connector.js'
