/** English texts of tenant management that stand on every screen. */
export default {
  tenants: {
    menu: 'Tenants',
    add: 'Add Tenant',
  },
}
