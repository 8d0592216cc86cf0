export * from './vocabulary.js'
export * from './connector.js'
