import type { ApiToken } from '@crossdock/client'

const day = 24 * 60 * 60_000

/** How soon a token expires: `soon` within a week, `now` within a day. */
export type Urgency = 'none' | 'soon' | 'now'

/** How soon a token expires; `none` for an expired one. */
export function urgencyOf({ status, expiresAt }: ApiToken, now = Date.now()): Urgency {
  if (status !== 'active' || expiresAt === null) return 'none'
  const left = Date.parse(expiresAt) - now
  if (left <= day) return 'now'
  return left <= 7 * day ? 'soon' : 'none'
}

/** The values of the form for a new token. */
export interface TokenForm {
  name: string
  reach: 'chosen' | 'all'
  scopes: string[]
  expiry: '30' | '90' | '365' | 'custom' | 'never'
  /** A day in the format of date fields. */
  expiresOn: string
  /** Empty for any environment. */
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

/**
 * Returns the time at which the token expires: at the end of the chosen day, or after the chosen number of days; null
 * for never.
 */
function expiryTime({ expiry, expiresOn }: TokenForm, now = Date.now()): string | null {
  if (expiry === 'never') return null
  if (expiry === 'custom') return new Date(`${expiresOn}T23:59:59`).toISOString()
  return new Date(now + Number(expiry) * day).toISOString()
}

/** The request body for a new token. */
export const toBody = (form: TokenForm) => ({
  name: form.name.trim(),
  scopes: form.reach === 'all' ? [] : form.scopes,
  expiresAt: expiryTime(form),
  ...(form.environment && { environment: form.environment }),
})

/** Whether a day of a date field is today or later. */
export const isTodayOrLater = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(value) && Date.parse(`${value}T23:59:59`) > Date.now()

/** An example request with a token. */
export const exampleRequest = (token = '$CROSSDOCK_TOKEN') =>
  `curl --header "Authorization: Bearer ${token}" ${window.location.origin}/api/auth/me`
