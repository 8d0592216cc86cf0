/** The fixed domain that tenants' subdomains stand before. */
export const TENANT_DOMAIN = '.crossdock.app'
