declare global {
  interface Window {
    /** The tenant that the super administrator works in on this tab; read by start.js. */
    crossdockTenant?: string
  }
}

const key = 'crossdock.tenant'

/** Makes this tab work in the tenant, also after a reload. */
export function keepTenant(id: string): void {
  window.crossdockTenant = id
  try {
    sessionStorage.setItem(key, id)
  } catch {
    // Storage is blocked, so the choice lasts until the page closes.
  }
}

/** Makes this tab work in no tenant. */
export function forgetTenant(): void {
  delete window.crossdockTenant
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
