import { redact } from '@crossdock/kernel/secrets'
import { mapFields } from '../calls/field_mapping.js'
import { fillDeep, fillText, valueAt } from '../calls/values.js'

export { CallRefused } from '../calls/call_refused.js'

/**
 * What the connectors that come with Crossdock do with an endpoint, for those of others. What a
 * call answers is redacted anyway before it is kept: of the credentials, of the secrets in
 * `config`, and of what the outcome names as `secrets`.
 */
export const callTools = {
  /** Replaces `{placeholders}` in a text, each value encoded. @throws CallRefused */
  fillText,
  /** The same everywhere in a body; a text that is one placeholder keeps its type. @throws CallRefused */
  fillDeep,
  /** The fields a mapping of an endpoint asks for, as a nested object. */
  mapFields,
  /** The value at a dotted path or a list of names. */
  valueAt,
  /** A copy without the given secrets and without values under names that mean one. */
  redact,
} as const
