/** What a signature is made of, one behind the other: a part of the request, or the text itself. */
type SignedPart = 'body' | 'time' | 'id' | { text: string }

/** A scheme of HMAC signatures, described by data. */
export interface HmacScheme {
  algorithm: 'sha1' | 'sha256' | 'sha512'
  encoding: 'hex' | 'base64'
  /** The header with the signature, in lower case. */
  header: string
  /** What stands before the signature: `sha256=`. Not where it stands in a list. */
  prefix?: string
  /**
   * The header holds a list, of which each entry with this name is a signature: `v1` of `t=…,v1=…` and of `v1,… v1,…`.
   */
  list?: { separator: string; assign: string; name: string }
  signs: readonly SignedPart[]
  /** Where the time stands, in seconds since 1970: a header, or an entry of the list. */
  time?: { header: string } | { entry: string }
  /** The header with the id of the message, the same for every try. */
  id?: string
  /** How far the time may be off; of a scheme without it: for how long the same signature counts as a repetition. */
  toleranceSeconds: number
  /** `whsec`: base64 behind `whsec_`. */
  secret?: 'text' | 'whsec'
}

const fiveMinutes = 300

/** Standard Webhooks 1.0 (standardwebhooks.com), which Svix and others send. */
export const standardWebhooks: HmacScheme = {
  algorithm: 'sha256',
  encoding: 'base64',
  header: 'webhook-signature',
  list: { separator: ' ', assign: ',', name: 'v1' },
  signs: ['id', { text: '.' }, 'time', { text: '.' }, 'body'],
  time: { header: 'webhook-timestamp' },
  id: 'webhook-id',
  toleranceSeconds: fiveMinutes,
  secret: 'whsec',
}

export const github: HmacScheme = {
  algorithm: 'sha256',
  encoding: 'hex',
  header: 'x-hub-signature-256',
  prefix: 'sha256=',
  signs: ['body'],
  id: 'x-github-delivery',
  toleranceSeconds: fiveMinutes,
}

export const stripe: HmacScheme = {
  algorithm: 'sha256',
  encoding: 'hex',
  header: 'stripe-signature',
  list: { separator: ',', assign: '=', name: 'v1' },
  signs: ['time', { text: '.' }, 'body'],
  time: { entry: 't' },
  toleranceSeconds: fiveMinutes,
}

export const slack: HmacScheme = {
  algorithm: 'sha256',
  encoding: 'hex',
  header: 'x-slack-signature',
  prefix: 'v0=',
  signs: [{ text: 'v0:' }, 'time', { text: ':' }, 'body'],
  time: { header: 'x-slack-request-timestamp' },
  toleranceSeconds: fiveMinutes,
}

export const shopify: HmacScheme = {
  algorithm: 'sha256',
  encoding: 'base64',
  header: 'x-shopify-hmac-sha256',
  signs: ['body'],
  id: 'x-shopify-webhook-id',
  toleranceSeconds: fiveMinutes,
}
