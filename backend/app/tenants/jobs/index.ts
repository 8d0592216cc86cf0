import deletingTenant from './delete_tenant.js'

export default [deletingTenant]
