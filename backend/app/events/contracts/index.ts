export { eventEffects, type Effect, type EventEffects, type SetOff } from './event_effects.js'
export {
  traceSources,
  type TraceObject,
  type TraceOf,
  type TraceSource,
  type TraceStart,
} from './trace.js'
