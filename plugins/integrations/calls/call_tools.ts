import { redact } from '@crossdock/kernel/secrets'
import { mapFields } from '../placeholders/field_mapping.js'
import { fillDeep, fillText, valueAt } from '../placeholders/values.js'

export { CallRefused } from '../placeholders/call_refused.js'

/**
 * Functions of the built-in connectors, for connectors of plugins. Connectors need not mask an outcome. The
 * platform does so before it stores the outcome: it masks the credentials, the secrets in `config`, and the
 * outcome's `secrets`.
 */
export const callTools = {
  /**
   * Replaces `{placeholders}` in a text, each value encoded.
   * @throws CallRefused
   */
  fillText,
  /** Like `fillText`, for every text in a body. A text that is exactly one placeholder keeps its type. */
  fillDeep,
  /** Returns the mapped fields of an endpoint as a nested object. */
  mapFields,
  /** Returns the value at a dotted path or a list of names. */
  valueAt,
  /** Copies a value without the given secrets, and without values under secret names. */
  redact,
} as const
