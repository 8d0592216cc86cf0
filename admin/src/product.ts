/** What stands behind a tenant's subdomain: the host this installation is reached at. */
export const tenantDomain = (): string => `.${window.location.host}`
