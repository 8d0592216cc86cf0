import type { ApiToken } from '@crossdock/client'

const day = 24 * 60 * 60_000

/** How urgent the end of a token is: `soon` within a week, `now` within a day. */
export type Urgency = 'none' | 'soon' | 'now'

/** How soon a token ends; what has ended is not urgent any more. */
export function urgencyOf({ status, expiresAt }: ApiToken, now = Date.now()): Urgency {
  if (status !== 'active' || expiresAt === null) return 'none'
  const left = Date.parse(expiresAt) - now
  if (left <= day) return 'now'
  return left <= 7 * day ? 'soon' : 'none'
}

/** What the form of a new token holds. */
export interface TokenForm {
  name: string
  reach: 'chosen' | 'all'
  scopes: string[]
  expiry: '30' | '90' | '365' | 'custom' | 'never'
  /** A day, as date fields write it. */
  expiresOn: string
  /** Empty for any. */
  environment: string
}

export const newToken: TokenForm = {
  name: '',
  reach: 'chosen',
  scopes: [],
  expiry: '90',
  expiresOn: '',
  environment: '',
}

/** The end of the chosen day where the reader is, or so many days from now; null: never. */
export function endOf({ expiry, expiresOn }: TokenForm, now = Date.now()): string | null {
  if (expiry === 'never') return null
  if (expiry === 'custom') return new Date(`${expiresOn}T23:59:59`).toISOString()
  return new Date(now + Number(expiry) * day).toISOString()
}

/** What is sent to make a token. */
export const toBody = (form: TokenForm) => ({
  name: form.name.trim(),
  scopes: form.reach === 'all' ? [] : form.scopes,
  expiresAt: endOf(form),
  ...(form.environment && { environment: form.environment }),
})

/** Whether a day of a date field is today or later. */
export const isAhead = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(value) && Date.parse(`${value}T23:59:59`) > Date.now()

/** How a program uses a token. */
export const exampleRequest = (token = '$CROSSDOCK_TOKEN') =>
  `curl --header "Authorization: Bearer ${token}" ${window.location.origin}/api/auth/me`
