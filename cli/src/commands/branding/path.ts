export const brandingPath = '/api/tenant/branding'
