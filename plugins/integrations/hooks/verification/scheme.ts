/** The signed parts in order: a part of the request, or a literal text. */
type SignedPart = 'body' | 'time' | 'id' | { text: string }

/** A scheme of HMAC signatures, as data. */
export interface HmacScheme {
  algorithm: 'sha1' | 'sha256' | 'sha512'
  encoding: 'hex' | 'base64'
  /** The header with the signature, in lower case. */
  header: string
  /** The text before the signature: `sha256=`. Not used inside of a list. */
  prefix?: string
  /**
   * If set, the header contains a list. Each entry with this name is a signature: `v1` in `t=…,v1=…` and in
   * `v1,… v1,…`.
   */
  list?: { separator: string; assign: string; name: string }
  signs: readonly SignedPart[]
  /** Where to find the time, in seconds since 1970: in a header, or in an entry of the list. */
  time?: { header: string } | { entry: string }
  /** The header with the id of the message, which is the same for every attempt. */
  id?: string
  /**
   * The maximum deviation of the time. For a scheme without a time, it is how long an equal message counts as a
   * repetition.
   */
  toleranceSeconds: number
  /** `whsec` means base64 after the prefix `whsec_`. */
  secret?: 'text' | 'whsec'
}

const fiveMinutes = 300

/** Standard Webhooks 1.0 (standardwebhooks.com), which Svix and other senders use. */
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
