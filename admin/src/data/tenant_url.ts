/** Adds the tenant of this tab to a URL that the browser requests without our headers: a picture, a download. */
export function addTenant(url: string): string {
  const { crossdockTenant } = window
  if (!crossdockTenant) return url
  return `${url}${url.includes('?') ? '&' : '?'}tenantId=${encodeURIComponent(crossdockTenant)}`
}
