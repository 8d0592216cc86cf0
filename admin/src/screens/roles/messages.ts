/** English texts of roles that every screen shows. */
export default {
  roles: {
    title: 'Roles & Permissions',
    add: 'Create Role',
  },
}
