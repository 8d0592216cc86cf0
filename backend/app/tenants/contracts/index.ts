export { tenantProvisioning, type NewTenant, type TenantProvisioner } from './provisioning.js'
export { tenantRegistry, type TenantRegistry } from './registry.js'
export { countByTenant, sumByTenant, tenantFigures, type TenantFigure } from './figures.js'
export {
  domainsIn,
  addressSuffixes,
  isAllowedAddress,
  disallowedAddressText,
} from './allowed_domains.js'
export { signInRules, type SignInRules, type SignInRulesOfTenants } from './sign_in_rules.js'
export {
  brands,
  operatorBrand,
  type Brand,
  type Brands,
  type Look,
  type OperatorBrand,
} from './brands.js'
export { brandShape } from './brand_shape.js'
export { tenantRecords, type TenantRecord } from './records.js'
