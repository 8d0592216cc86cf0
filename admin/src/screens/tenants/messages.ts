/** English texts of tenant management that every screen needs. */
export default {
  tenants: {
    menu: 'Tenants',
    add: 'Add Tenant',
  },
}
