export { flowsRead, flowsRun, flowsWrite } from './permissions.js'
export * from './step_type.js'
export * from './trigger_type.js'
export * from './statistics.js'
export * from './names.js'
export * from './runs.js'
export * from './steps.js'
export * from '../queries/recipients.js'
export * from './system_events.js'
export {
  checkConditions,
  checkEventTypes,
  conditionShape,
  holdsOf,
  type EventCondition,
} from '../definition/event_conditions.js'
export { unveiledEvents } from '../queries/unveiled_events.js'
export { mayReadEventType, waitableEvents } from '../definition/waitable_events.js'
