export { tenantProvisioning, type NewTenant, type TenantProvisioner } from './provisioning.js'
export { tenantRegistry, type TenantRegistry } from './registry.js'
export { countByTenant, sumByTenant, tenantFigures, type TenantFigure } from './figures.js'
