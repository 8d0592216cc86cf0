declare global {
  interface Window {
    /** The tenant the super administrator works in on this tab; start.js has read it. */
    crossdockTenant?: string
  }
}

const key = 'crossdock.tenant'

/** From the next page on this tab works in the tenant, also behind a reload. Storage may be blocked. */
export function keepTenant(id: string): void {
  window.crossdockTenant = id
  try {
    sessionStorage.setItem(key, id)
  } catch {
    // Until the page is left.
  }
}

/** This tab works in no tenant any more. */
export function forgetTenant(): void {
  delete window.crossdockTenant
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
