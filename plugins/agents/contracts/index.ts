export * from './names.js'
export * from './permissions.js'
export * from './protocol.js'
export * from './signals.js'
