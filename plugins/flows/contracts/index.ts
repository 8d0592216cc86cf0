export { flowsRead, flowsRun, flowsWrite } from './permissions.js'
export * from './step_type.js'
export * from './trigger_type.js'
export * from './statistics.js'
