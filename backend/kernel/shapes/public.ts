// The interface for external plugins; stays compatible from version to version.
export { answerOf } from './answer_of.js'
export { readInstant } from './read_instant.js'
export { answerShape, anything, instant, namedShape, timeOfDay, openEnum } from './shapes.js'
export {
  mailAddress,
  plainName,
  typedAddress,
  unreadable,
  visibleName,
  withoutUnreadable,
} from './texts.js'
export { unknownFields, validate } from './validate.js'
export type { Output, Validator } from './validator.js'
