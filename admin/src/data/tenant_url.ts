/** An address the browser itself asks for (a picture, a download), which takes no headers: with the tenant this tab works in. */
export function inTenant(url: string): string {
  const { crossdockTenant } = window
  if (!crossdockTenant) return url
  return `${url}${url.includes('?') ? '&' : '?'}tenantId=${encodeURIComponent(crossdockTenant)}`
}
