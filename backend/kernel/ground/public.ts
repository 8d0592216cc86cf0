// The interface for external plugins; stays compatible from version to version.
export { loggable } from './loggable.js'
export {
  conflict,
  invalid,
  missingPermission,
  notFound,
  Problem,
  refusedFields,
  type FieldError,
} from './problem.js'
export { securityLog } from './security_log.js'
export { beginningOf, english, text, type Text, type Written } from './text.js'
