/**
 * The subdomain in the address a request was sent to, `acme` of `acme.<host of APP_URL>`; null for
 * any other address. Says nothing of whether there is such an organization.
 */
export function organizationOfHost(host: string | null, appUrl: string): string | null {
  const own = `.${new URL(appUrl).hostname}`
  const name = host?.toLowerCase()
  if (!name?.endsWith(own)) return null
  const label = name.slice(0, -own.length)
  return /^[a-z0-9-]{1,63}$/.test(label) ? label : null
}
