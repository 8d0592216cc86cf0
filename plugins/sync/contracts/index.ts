export * from './endpoints.js'
export * from './names.js'
export * from './permissions.js'
export * from './runs.js'
