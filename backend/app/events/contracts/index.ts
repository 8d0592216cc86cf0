export {
  eventEffects,
  type Effect,
  type EventEffects,
  type EventWithCaused,
} from './event_effects.js'
export {
  traceSources,
  type TraceObject,
  type TraceOf,
  type TraceSource,
  type TraceStart,
} from './trace.js'
