/** English texts of environments that every screen shows. */
export default {
  environments: {
    title: 'Environments',
    usageMenu: 'Usage',
  },
}
